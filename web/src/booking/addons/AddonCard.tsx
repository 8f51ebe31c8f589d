import { useEffect, useId, useRef, useState } from "react";
import type { Addon, ChosenAddon, ReservationAddon } from "../../api";
import { sumMoney, useI18n } from "../../i18n";
import { Button, Checkbox, Icon, IconButton, Money, Own, say, Tag } from "../../ui";
import { useBooking } from "../BookingProvider";
import { useStayWords } from "../stay-words";
import { AddonPicture } from "./AddonPicture";
import { entriesFor, firstDays, hasLeft, isGone, type OfferedAddon, priceOf, quantityOf } from "./addons";

/** Why an add-on was not added. */
export type AddonTrouble = { kind: "sold-out"; day: string | null } | { kind: "not-offered" | "failed" };

export interface AddonCardProps extends OfferedAddon {
  /** The heading is shown where there are several. */
  grouped: boolean;
  /** What the room has of it. */
  chosen: readonly ChosenAddon[];
  /** Of all amounts. */
  currency: string;
  /** Rooms that one choice stands for. */
  rooms: number;
  /** Of the stay. */
  nights: number;
  /** This one is being added or removed. */
  busy: boolean;
  /** Another one is, or all of them are saved. */
  waits: boolean;
  trouble: AddonTrouble | null;
  onAdd: (entries: ReservationAddon[]) => void;
  onRemove: () => void;
}

/** An add-on: what it is, what it costs for this stay, how many and on which days (ADDON-03). */
export function AddonCard(props: AddonCardProps) {
  const { addon, group, grouped, chosen, currency, rooms, nights, busy, waits, trouble } = props;
  const { t, number, money, day, facts } = useI18n();
  const { names } = useBooking();
  const words = useStayWords();
  const id = useId();
  const [typed, setTyped] = useState(() => String(addon.quantity));
  const [picked, setPicked] = useState<readonly string[]>(() => firstDays(addon));
  const [wrong, setWrong] = useState<"quantity" | "days" | null>(null);

  const name = names.field("CHARGE", addon.id, "name", addon.name);
  const isChosen = chosen.length > 0;
  const gone = !isChosen && isGone(addon);
  const quantity = isChosen ? (chosen[0]?.quantity ?? 1) : quantityOf(typed, addon.max_quantity);
  const days = isChosen ? chosen.flatMap((entry) => (entry.date ? [entry.date] : [])) : picked;
  const one = addon.charges[0]?.net_value ?? 0;
  const heading = useRef<HTMLHeadingElement>(null);
  const pressed = trouble !== null;
  // its button goes under the guest who has just pressed it
  useEffect(() => {
    if (gone && pressed && document.activeElement === document.body) heading.current?.focus();
  }, [gone, pressed]);
  const total = isChosen
    ? sumMoney(
        chosen.map((entry) => entry.amount),
        currency,
      )
    : priceOf(addon, quantity ?? 1, days, currency);

  const add = () => {
    const most = quantityOf(typed, addon.max_quantity);
    if (most === null) return setWrong("quantity");
    if (!addon.recurring && picked.length === 0) return setWrong("days");
    setWrong(null);
    props.onAdd(entriesFor(addon, most, picked));
  };
  const step = (by: -1 | 1) => {
    const next = (quantityOf(typed, addon.max_quantity) ?? 0) + by;
    if (next < 1 || next > addon.max_quantity) return;
    setWrong(null);
    setTyped(String(next));
    // the field has not the focus
    say(t("lbl_quantity_of", { count: next, what: name }));
  };

  const rule = [
    // those of one room; the price is for all of them
    addon.persons === null ? "" : t("lbl_addon_persons", { count: addon.persons * rooms }),
    addon.day === "EACH_NIGHT" || (addon.mandatory && addon.per.endsWith("NIGHT"))
      ? t("lbl_addon_each_night")
      : addon.day === "CHOSEN"
        ? t("lbl_addon_each_day")
        : t("lbl_addon_once"),
  ].filter(Boolean);
  const forStay =
    rooms > 1 ? t("lbl_addon_for_rooms", { rooms: words.rooms(rooms) }) : t("lbl_addon_for_stay");
  const problem =
    wrong === "quantity"
      ? t("lbl_addon_quantity", { min: 1, max: addon.max_quantity })
      : wrong === "days"
        ? t("lbl_addon_choose_day")
        : trouble?.kind === "sold-out"
          ? trouble.day && !gone && ((!addon.recurring && addon.charges.length > 1) || (quantity ?? 1) > 1)
            ? t("lbl_addon_sold_out_on", { day: day(trouble.day, "weekdayLong") })
            : t("lbl_addon_sold_out")
          : trouble?.kind === "not-offered"
            ? t("lbl_left_out_not_offered", { addon: name })
            : trouble
              ? t("lbl_addon_failed")
              : null;

  return (
    <li className={isChosen ? "card addon chosen" : "card addon"}>
      <article aria-labelledby={`${id}-name`}>
        <AddonPicture addon={addon} />
        <div className="words">
          <div className="told">
            {grouped && <p className="group">{group}</p>}
            <Own as="h2" className="serif" id={`${id}-name`} ref={heading} tabIndex={-1}>
              {name}
            </Own>
            {isChosen && (
              <Tag tone="good">
                <Icon name="check" small />
                {t("lbl_addon_chosen")}
              </Tag>
            )}
            {addon.mandatory && <Tag>{t("lbl_addon_mandatory")}</Tag>}
            <Own className="about">{names.field("ADDON", addon.id, "description", addon.description)}</Own>
            {!addon.mandatory && !addon.recurring && (
              <Days
                addon={addon}
                name={name}
                days={days}
                nights={nights}
                locked={isChosen}
                onChange={setPicked}
              />
            )}
          </div>
          <div className="foot-of-card">
            <div className="cost">
              {one === 0 && total === 0 ? (
                <b>{t("lbl_addon_free")}</b>
              ) : (
                <>
                  <b>
                    <Money amount={gone ? one : total} currency={currency} />
                  </b>
                  {!gone && <small>{forStay}</small>}
                  <small>{(gone || total === one ? rule : [money(one, currency), ...rule]).join(" ")}</small>
                </>
              )}
            </div>
            {!addon.mandatory && !gone && (
              <Quantity
                id={`${id}-quantity`}
                name={name}
                value={isChosen ? number(quantity ?? 1) : typed}
                most={addon.max_quantity}
                locked={isChosen}
                problem={problem ? `${id}-problem` : undefined}
                wrong={wrong === "quantity"}
                onChange={(value) => {
                  setWrong(null);
                  setTyped(value);
                }}
                onStep={step}
              />
            )}
            {problem && (
              <p className="problem" id={`${id}-problem`} role="alert">
                {problem}
              </p>
            )}
            {!addon.mandatory &&
              (gone ? (
                <p className="gone">
                  <Tag tone="warn">{t("lbl_addon_gone")}</Tag>
                </p>
              ) : (
                <Button
                  look={isChosen ? "soft" : "line"}
                  wide
                  busy={busy}
                  disabled={waits}
                  aria-label={facts([t(isChosen ? "lbl_remove" : "lbl_add_to_room"), name])}
                  onClick={isChosen ? props.onRemove : add}
                >
                  {t(isChosen ? "lbl_remove" : "lbl_add_to_room")}
                </Button>
              ))}
          </div>
        </div>
      </article>
    </li>
  );
}

/** How many: typed, or stepped; locked once it is added (ADDON-07). */
function Quantity(props: {
  id: string;
  name: string;
  value: string;
  most: number;
  locked: boolean;
  wrong: boolean;
  problem: string | undefined;
  onChange: (value: string) => void;
  onStep: (by: -1 | 1) => void;
}) {
  const { id, name, value, most, locked, wrong, problem, onChange, onStep } = props;
  const { t, facts } = useI18n();
  const fixed = locked || most === 1;
  const what = facts([t("lbl_quantity"), name]);
  return (
    <div className={fixed ? "quantity fixed" : "quantity"}>
      <label htmlFor={id}>{t("lbl_quantity")}</label>
      {!fixed && (
        <IconButton label={t("lbl_fewer", { what })} onClick={() => onStep(-1)}>
          <Icon name="minus" small />
        </IconButton>
      )}
      <input
        id={id}
        className="input num"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={value}
        readOnly={fixed}
        aria-label={what}
        aria-invalid={wrong || undefined}
        aria-describedby={problem}
        onChange={(event) => onChange(event.target.value)}
      />
      {!fixed && (
        <IconButton label={t("lbl_more", { what })} onClick={() => onStep(1)}>
          <Icon name="plus" small />
        </IconButton>
      )}
    </div>
  );
}

/** The days of the stay on which it is wanted; one that nothing is left of cannot be chosen. */
function Days(props: {
  addon: Addon;
  name: string;
  days: readonly string[];
  nights: number;
  locked: boolean;
  onChange: (days: string[]) => void;
}) {
  const { addon, name, days, nights, locked, onChange } = props;
  const { t, day } = useI18n();
  const all = addon.charges.length;
  // a day stays on one line
  const told = (all === 1 ? addon.charges.map(({ date }) => date) : days).map((date) =>
    day(date, "weekday").replaceAll(" ", "\u00a0"),
  );
  const summary =
    days.length === nights && nights > 1
      ? t("lbl_addon_every_day")
      : told.length === 1 || locked
        ? told.join(" · ")
        : t("lbl_addon_days_of", { chosen: days.length, all });
  // a single night leaves nothing to choose
  if (locked || all === 1) return <p className="days-told">{summary}</p>;
  return (
    <details className="days">
      <summary>
        <span>
          {summary}
          <span className="vh">: {name}</span>
        </span>
        <Icon name="down" small />
      </summary>
      <fieldset>
        <legend className="vh">{t("lbl_addon_which_days", { addon: name })}</legend>
        {addon.charges.map((charge) => {
          const free = hasLeft(charge);
          const left = charge.left === null || !free ? "" : t("lbl_addon_left", { count: charge.left });
          return (
            <Checkbox
              key={charge.date}
              checked={days.includes(charge.date)}
              off={!free}
              onChange={(on) =>
                onChange(on ? [...days, charge.date] : days.filter((date) => date !== charge.date))
              }
            >
              {day(charge.date, "weekday")} <small>{free ? left : t("lbl_addon_gone")}</small>
            </Checkbox>
          );
        })}
      </fieldset>
    </details>
  );
}
