/** Travel transport on guest information: being fetched and brought away by the hotel's car (TRANS-01 to TRANS-07). */
import { useId, useMemo } from "react";
import { type LabelKey, useI18n } from "../../i18n";
import { Checkbox, Select, Tabs, TextArea } from "../../ui";
import { useBooking } from "../BookingProvider";
import { useNumbered } from "../numbered";
import {
  type Missing,
  type Ride,
  rideDays,
  ridesOf,
  TIMES,
  WAYS,
  type Way,
  withRide,
  withStanding,
} from "./rides";
import "./transport.css";

/** Longest details, as the server takes them. */
const MAX_DETAILS = 1000;

export const WAY_LABELS: Readonly<Record<Way, LabelKey>> = {
  PICK_UP: "lbl_guest_pick_up",
  DROP_OFF: "lbl_guest_drop_off",
};

/** What is said of a field that has to be looked at. */
export const RIDE_PROBLEMS: Readonly<Record<Missing["field"], LabelKey>> = {
  start_date: "lbl_pick_a_date",
  time: "lbl_pick_a_time",
  body: "lbl_no_card_number",
};

/** Where focus goes for a field. */
export const rideId = ({ way, field }: Pick<Missing, "way" | "field">) => `transport-${way}-${field}`;

export interface TransportProps {
  /** The number of the room whose rides are shown. */
  shown: number;
  onShow: (room: number) => void;
  /** What is to be complained about now. */
  missing: readonly Missing[];
  /** What is asked for is on its way to the server. */
  busy: boolean;
}

export function Transport({ shown, onShow, missing, busy }: TransportProps) {
  const { t } = useI18n();
  const { state, dispatch } = useBooking();
  const numbered = useNumbered();
  const { selected, profile } = state;
  const stay = profile?.existing_reservation;
  const rides = withStanding(state.rides, stay, selected);
  const panel = useId();
  const days = useMemo(() => rideDays(selected, stay), [selected, stay]);
  const room = selected.find((entry) => entry.room_no === shown) ?? selected[0];
  if (!room) return null;
  const number = room.room_no;
  const own = ridesOf(rides, number, days);
  const change = (way: Way, ride: Ride | null) =>
    dispatch({ type: "RIDES", rides: withRide(rides, number, way, ride) });
  return (
    <fieldset className="transport">
      <legend>{t("lbl_transport_section")}</legend>
      <p className="lead">{t("lbl_transport_intro")}</p>
      {selected.length > 1 && (
        <Tabs
          label={t("lbl_transport_of_room")}
          controls={panel}
          value={String(number)}
          onChange={(value) => onShow(Number(value))}
          tabs={selected.map((entry) => ({
            value: String(entry.room_no),
            label: numbered(entry),
          }))}
        />
      )}
      <div id={panel} {...(selected.length > 1 && { role: "tabpanel", "aria-label": numbered(room) })}>
        {WAYS.map((way) => (
          <RideForm
            key={`${number} ${way}`}
            way={way}
            ride={own[way] ?? null}
            days={days}
            busy={busy}
            missing={missing.filter((entry) => entry.room === number && entry.way === way)}
            onChange={(ride) => change(way, ride)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface RideFormProps {
  way: Way;
  ride: Ride | null;
  days: readonly string[];
  missing: readonly Missing[];
  busy: boolean;
  onChange: (ride: Ride | null) => void;
}

/** One way: off, or with its day, time and details. */
function RideForm({ way, ride, days, missing, busy, onChange }: RideFormProps) {
  const { t, day, time } = useI18n();
  const problem = (field: Missing["field"]) =>
    missing.some((entry) => entry.field === field) ? t(RIDE_PROBLEMS[field]) : undefined;
  const dayOptions = days.map((value) => ({ value, label: day(value, "weekday"), words: value }));
  const timeOptions = TIMES.map((value) => ({ value, label: time(value), words: value }));
  const empty = { start_date: "", time: "", body: "" };
  return (
    <div className="ride" role="group" aria-label={t(WAY_LABELS[way])}>
      <Checkbox checked={ride !== null} readOnly={busy} onChange={(on) => onChange(on ? empty : null)}>
        {t(WAY_LABELS[way])}
      </Checkbox>
      {ride && (
        <div className="g">
          <Select
            id={rideId({ way, field: "start_date" })}
            className="h"
            label={t("lbl_transport_date")}
            options={dayOptions}
            value={ride.start_date || null}
            placeholder={t("lbl_choose_state")}
            error={problem("start_date")}
            readOnly={busy}
            onChange={(start_date) => onChange({ ...ride, start_date })}
          />
          <Select
            id={rideId({ way, field: "time" })}
            className="h"
            label={t("lbl_transport_time")}
            options={timeOptions}
            value={ride.time || null}
            placeholder={t("lbl_choose_state")}
            error={problem("time")}
            readOnly={busy}
            onChange={(chosen) => onChange({ ...ride, time: chosen })}
          />
          <TextArea
            id={rideId({ way, field: "body" })}
            label={t("lbl_transport_details")}
            optional
            rows={2}
            maxLength={MAX_DETAILS}
            hint={t("lbl_transport_details_hint")}
            error={problem("body")}
            readOnly={busy}
            value={ride.body}
            onChange={(body) => onChange({ ...ride, body })}
          />
        </div>
      )}
    </div>
  );
}
