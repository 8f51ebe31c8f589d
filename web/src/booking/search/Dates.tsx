import { useRef, useState } from "react";
import { nightsBetween, useI18n } from "../../i18n";
import { Button, Money, Notice, Skeleton } from "../../ui";
import { useBooking } from "../BookingProvider";
import { ConversionNote } from "../ConversionNote";
import type { CodeKind } from "../deal";
import { defaultParty, MIN_NIGHTS, type Party } from "../search-data";
import { useStayWords } from "../stay-words";
import { usePhone } from "../wide";
import { type CalendarDays, type Choice, cheaperStay, pick } from "./calendar-rules";
import PriceCalendar from "./PriceCalendar";
import { useCalendarDays } from "./useCalendarDays";
import { useLowestTotal } from "./useLowestTotal";
import "./dates.css";

/** What opened it, and whether by key: the day that is picked has the focus then. A new one each time. */
export interface Opened {
  by: HTMLElement;
  key: boolean;
  /** Search was pressed without a departure: it is asked for aloud. */
  told?: boolean;
}

/** Nothing is known of the days behind a code: each within the calendar can be chosen. */
const UNKNOWN: CalendarDays = new Map();

/**
 * The calendar with what the chosen stay costs at least. A group's block is there while the house is full, and a
 * company has plans of its own: what everybody else gets says nothing to them, so availability decides.
 */
export default function Dates(props: {
  choice: Choice;
  onChange: (choice: Choice) => void;
  parties: readonly Party[];
  /** The kind of code that is typed, or that the rooms were searched with. */
  code: CodeKind | undefined;
  /** Whose room is looked at, from 0; the first one's where all are searched anew. */
  slot?: number;
  opened?: Opened | undefined;
}) {
  const { choice, onChange, parties, code, slot = 0, opened } = props;
  const { t, rich, number } = useI18n();
  const { property, limits, conversion, state, facts, shownCurrency: currency } = useBooking();
  const words = useStayWords();
  const phone = usePhone();
  const { from, to } = choice;
  const [taken, setTaken] = useState<Choice>();
  // while the departure is open, prices stay those of the length that was chosen last
  const nights = useRef(MIN_NIGHTS);
  // a departure that was asked for aloud and chosen is not asked for so again with the next arrival
  const met = useRef<Opened>(undefined);
  if (from && to) {
    nights.current = nightsBetween(from, to);
    met.current = opened;
  }
  const party = parties[0] ?? defaultParty();
  // what is chosen, or booked and being changed, is free for who has it
  const holds = facts.editing || state.selected.some((room) => room.room_no === slot + 1);
  const session_id = state.profile?.sessions[slot];
  const own = holds && state.batch && session_id ? { session_id, token: state.batch.token } : undefined;
  // each room of the stay is free for whoever has it
  const ours = facts.editing ? state.profile?.existing_reservation?.room_type_id : undefined;
  const kindOf = (room_no: number) => state.selected.find((room) => room.room_no === room_no)?.room_type_id;
  const sessions = state.profile?.sessions
    .slice(slot)
    .map((id, at) => ({ id, kind: kindOf(slot + 1 + at) ?? ours }));
  const held = facts.editing || state.selected.length > 0;
  const each = held && state.batch && sessions ? { sessions, token: state.batch.token } : undefined;
  const opens = code === "group" || code === "company";
  const calendar = useCalendarDays(property.id, limits, from ?? limits.firstDay, {
    nights: nights.current,
    party,
    conversion,
    own,
  });
  const days = opens ? UNKNOWN : calendar.days;
  const alike = property.website_config.enable_multi_room_booking;
  const price = useLowestTotal(property.id, opens ? null : from, to, parties, alike, conversion, each);
  // The calendar proposes, the exact prices of both stays decide.
  const cheaper = from && to ? cheaperStay(from, to, days, limits) : null;
  const less = useLowestTotal(
    property.id,
    cheaper?.from ?? null,
    cheaper?.to ?? null,
    parties,
    alike,
    conversion,
    each,
  );
  return (
    <div className="drop">
      <PriceCalendar
        choice={choice}
        onPick={(day) => onChange(pick(day, choice))}
        days={days}
        limits={limits}
        currency={currency}
        caption={
          opens
            ? t("lbl_calendar_with_code")
            : t("lbl_calendar_prices", {
                nights: t("lbl_nights", { count: nights.current }),
                guests: words.guests(party),
                currency,
              })
        }
        months={phone ? 1 : 2}
        opened={opened}
        taken={taken}
        onShow={calendar.show}
      />
      <div className="side">
        <Stay choice={choice} price={price} asked={opened?.told && opened !== met.current ? opened : null} />
        {!opens && calendar.missing && (
          <Notice tone="warn" role="status">
            <p>{t("lbl_calendar_not_loaded")}</p>
            <Button look="line" busy={calendar.loading} onClick={calendar.again}>
              {t("lbl_retry")}
            </Button>
          </Notice>
        )}
        {cheaper && from && to && price && less && less < price && (
          <div className="less">
            <span className="quiet">{t("lbl_nights_for_less", { count: nightsBetween(from, to) })}</span>
            <b>
              {rich("lbl_and", {
                first: <StayRange from={cheaper.from} to={cheaper.to} />,
                second: <Money amount={less} currency={currency} />,
              })}
            </b>
            <Button
              look="bare"
              onClick={() => {
                const next: Choice = { from: cheaper.from, to: cheaper.to, picking: "to" };
                onChange(next);
                // the button goes with what it offered
                setTaken(next);
              }}
            >
              {t("lbl_take_these_dates")}
            </Button>
          </div>
        )}
        {!opens && (
          <>
            <ul className="key">
              <li>
                <span className="k1" />
                {t("lbl_key_cheapest")}
              </li>
              <li>
                <span className="k2" aria-hidden="true">
                  {number(14)}
                </span>
                {t("lbl_key_not_possible")}
              </li>
            </ul>
            <ConversionNote conversion={calendar.terms} />
          </>
        )}
      </div>
    </div>
  );
}

function StayRange({ from, to }: { from: string; to: string }) {
  const { range } = useI18n();
  return <span className="nowrap">{range(from, to)}</span>;
}

/** The chosen nights in words and the least they cost, whose place is kept while it is on its way. */
function Stay(props: { choice: Choice; price: number | null | undefined; asked: Opened | null }) {
  const { choice, price, asked } = props;
  const { t, range, day, facts } = useI18n();
  const words = useStayWords();
  const { shownCurrency: currency } = useBooking();
  const { from, to } = choice;
  // written anew for each: what stands there already is not read out again
  const [{ of, turn }, setTurn] = useState({ of: asked, turn: 0 });
  if (asked !== of) setTurn({ of: asked, turn: turn + 1 });
  if (!from || !to) {
    return (
      <div>
        <h2 className="serif">{from ? day(from, "dayMonth") : t("lbl_your_dates")}</h2>
        <p className="quiet" key={turn} role={asked ? "alert" : undefined}>
          {t("lbl_choose_departure")}
        </p>
      </div>
    );
  }
  const inWords = facts([words.nights(from, to), price !== null && t("lbl_from")]);
  return (
    <>
      <h2 className="serif">{range(from, to)}</h2>
      {price === undefined && (
        <div className="n">
          <span className="quiet">{inWords}</span>
          <b>
            <Skeleton block="1lh" inline="6rem" />
          </b>
          <span className="quiet small">{t("lbl_with_every_tax")}</span>
        </div>
      )}
      {/* read out whole, once the amount is there */}
      <div className="n" role="status" aria-busy={price === undefined}>
        {price !== undefined && <span className="quiet">{inWords}</span>}
        {typeof price === "number" && (
          <>
            <b>
              <Money amount={price} currency={currency} />
            </b>
            <span className="quiet small">{t("lbl_with_every_tax")}</span>
          </>
        )}
      </div>
    </>
  );
}
