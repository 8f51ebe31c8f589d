import { useEffect, useRef } from "react";
import { useI18n } from "../../i18n";
import { Field, Pick, Stepper } from "../../ui";
import { defaultParty, type Party, type SearchLimits, withChildren } from "../search-data";
import "./guests.css";

/** How many rooms, and who sleeps in each (SEARCH-03 to SEARCH-06). */
export default function GuestsForm(props: {
  parties: readonly Party[];
  limits: SearchLimits;
  onChange: (parties: Party[]) => void;
  /** Only the people of one room: its number, from 1; null when it is the only one. */
  only?: number | null;
  /** One party stands for every room (ROOMS-04). */
  same?: boolean;
  /** Ages that are missing are marked. */
  showFaults?: boolean;
  /** Each other one leads to the first of them. */
  led?: unknown;
}) {
  const { parties, limits, onChange, only, same, showFaults, led } = props;
  const { t } = useI18n();
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (led) form.current?.querySelector<HTMLElement>("select[aria-invalid]")?.focus();
  }, [led]);
  const change = (index: number, party: Party) =>
    onChange(parties.map((old, at) => (same || at === index ? party : old)));
  const setRooms = (count: number) =>
    onChange(
      Array.from(
        { length: count },
        (_, index) => parties[index] ?? (same ? parties[0] : null) ?? defaultParty(),
      ),
    );
  return (
    <div className="guests" ref={form}>
      {only === undefined && (
        <div className="line">
          <b>{t("lbl_rooms")}</b>
          <Stepper
            label={t("lbl_rooms")}
            value={parties.length}
            min={1}
            max={limits.maxRooms}
            onChange={setRooms}
          />
        </div>
      )}
      {(same ? parties.slice(0, 1) : parties).map((party, index) => (
        <fieldset key={index}>
          {(parties.length > 1 || only) && (
            <legend>
              {same ? t("lbl_in_each_room") : t("lbl_room_number", { number: only ?? index + 1 })}
            </legend>
          )}
          <PartyForm
            party={party}
            room={only ?? index + 1}
            limits={limits}
            showFaults={showFaults ?? false}
            onChange={(next) => change(index, next)}
          />
        </fieldset>
      ))}
      <p className="quiet small">{t("lbl_guests_at_most", { count: limits.maxGuests })}</p>
    </div>
  );
}

function PartyForm(props: {
  party: Party;
  room: number;
  limits: SearchLimits;
  showFaults: boolean;
  onChange: (party: Party) => void;
}) {
  const { party, room, limits, showFaults, onChange } = props;
  const { t, number } = useI18n();
  const setAge = (child: number, age: number | null) =>
    onChange({ ...party, children_ages: party.children_ages.map((old, at) => (at === child ? age : old)) });
  return (
    <>
      <div className="line">
        <span>{t("lbl_adults")}</span>
        <Stepper
          label={t("lbl_adults_in_room", { room })}
          value={party.adults}
          min={1}
          max={limits.maxGuests - party.children}
          onChange={(adults) => onChange({ ...party, adults })}
        />
      </div>
      <div className="line">
        <span>{t("lbl_children")}</span>
        <Stepper
          label={t("lbl_children_in_room", { room })}
          value={party.children}
          min={0}
          max={limits.maxGuests - party.adults}
          onChange={(children) => onChange(withChildren(party, children))}
        />
      </div>
      {limits.childAges && party.children > 0 && (
        <div className="ages">
          {party.children_ages.map((age, child) => (
            <Field
              key={child}
              label={t("lbl_age_of_child", { number: child + 1 })}
              error={showFaults && age === null ? t("lbl_age_missing") : undefined}
            >
              {(ids) => (
                <Pick>
                  <select
                    {...ids}
                    className="input"
                    value={age ?? ""}
                    onChange={(event) =>
                      setAge(child, event.target.value === "" ? null : Number(event.target.value))
                    }
                  >
                    <option value="">{t("lbl_choose_age")}</option>
                    {Array.from({ length: limits.maxChildAge + 1 }, (_, years) => (
                      <option key={years} value={years}>
                        {number(years)}
                      </option>
                    ))}
                  </select>
                </Pick>
              )}
            </Field>
          ))}
        </div>
      )}
    </>
  );
}
