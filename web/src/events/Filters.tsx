/** Kind, day, times and people: a row on desks, a bar that opens a dialog on phones (EVENT-09, EVENT-22, EVENT-23). */
import { useEffect, useState } from "react";
import type { EventType } from "../api";
import { useI18n } from "../i18n";
import { Button, Dialog, Icon, Select, TextField } from "../ui";
import { type Days, ENDS, type EventSearch, endAfter, isWithin, personsOf, STARTS } from "./search";

/** The field of the day. */
export interface DayField {
  /** The day that is looked at, or what is typed instead. */
  text: string;
  /** It was left with a day on which no event can be. */
  wrong: boolean;
  type: (text: string) => void;
  leave: () => void;
}

/** On the way to the day that is meant, what is typed is days that cannot be: it stays there, and is not searched for. */
export function useDayField(date: string, days: Days): DayField {
  const [typed, setTyped] = useState({ over: date, text: date, left: false });
  const outside = typed.over === date && !isWithin(typed.text, days);
  return {
    text: outside ? typed.text : date,
    wrong: outside && typed.left,
    type: (text) => setTyped({ over: date, text, left: false }),
    leave: () => setTyped((before) => ({ ...before, left: true })),
  };
}

export interface FiltersProps {
  search: EventSearch;
  types: readonly EventType[];
  /** The days that can be chosen. */
  days: Days;
  day: DayField;
  onChange: (change: Partial<EventSearch>) => void;
}

export function Filters({ search, types, days, day, onChange }: FiltersProps) {
  return (
    <div className="card event-filters">
      <Kind search={search} types={types} onChange={onChange} />
      <When {...{ search, days, day, onChange }} />
      <People search={search} onChange={onChange} />
    </div>
  );
}

/** On phones: what is looked for, and a pencil; kind and people stay in sight. */
export function FiltersBar({ search, types, days, onChange }: Omit<FiltersProps, "day">) {
  const { t, day, time } = useI18n();
  const [open, setOpen] = useState(false);
  const hours = t("lbl_event_hours", { from: time(search.from), to: time(search.to) });
  return (
    <div className="event-bar">
      <button type="button" className="card" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="vh">{t("lbl_event_change_time")}: </span>
        <span>
          <b>{day(search.date, "weekdayLong")}</b>
          <span>{hours}</span>
        </span>
        <Icon name="edit" small />
      </button>
      <div className="card event-filters">
        <Kind search={search} types={types} onChange={onChange} />
        <People search={search} onChange={onChange} />
      </div>
      {open && <ChangeTime {...{ search, days, onChange }} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Another day and other times, once they are applied (EVENT-23). */
function ChangeTime(props: Pick<FiltersProps, "search" | "days" | "onChange"> & { onClose: () => void }) {
  const { search, days, onChange, onClose } = props;
  const { t } = useI18n();
  const [draft, setDraft] = useState(search);
  const day = useDayField(draft.date, days);
  function apply() {
    if (day.text !== draft.date) return day.leave();
    onChange({ date: draft.date, from: draft.from, to: draft.to });
    onClose();
  }
  return (
    <Dialog
      title={t("lbl_event_change_time")}
      onClose={onClose}
      foot={
        <>
          <Button look="line" onClick={onClose}>
            {t("lbl_close")}
          </Button>
          <Button onClick={apply}>{t("lbl_event_apply")}</Button>
        </>
      }
    >
      <div className="event-filters in-dialog">
        <When search={draft} {...{ days, day }} onChange={(change) => setDraft({ ...draft, ...change })} />
      </div>
    </Dialog>
  );
}

function Kind({ search, types, onChange }: Pick<FiltersProps, "search" | "types" | "onChange">) {
  const { t } = useI18n();
  return (
    <Select
      label={t("lbl_event_type")}
      options={types.map(({ id, name }) => ({ value: id, label: name }))}
      value={search.type}
      onChange={(type) => onChange({ type })}
    />
  );
}

function When({ search, days, day, onChange }: Omit<FiltersProps, "types">) {
  const { t, time, day: told } = useI18n();
  const range = { first: told(days.first, "full"), last: told(days.last, "full") };
  const options = (times: readonly string[]) =>
    times.map((value) => ({ value, label: time(value), words: value }));
  return (
    <>
      <TextField
        label={t("lbl_event_date")}
        type="date"
        min={days.first}
        max={days.last}
        error={day.wrong && t("lbl_event_day_outside", range)}
        value={day.text}
        onChange={(date) => {
          day.type(date);
          if (isWithin(date, days)) onChange({ date });
        }}
        onBlur={day.leave}
      />
      <Select
        label={t("lbl_event_start")}
        options={options(STARTS)}
        value={search.from}
        onChange={(from) => onChange({ from, to: endAfter(from, search.to) })}
      />
      <Select
        label={t("lbl_event_end")}
        options={options(ENDS.filter((end) => end > search.from))}
        value={search.to}
        onChange={(to) => onChange({ to })}
      />
    </>
  );
}

function People({ search, onChange }: Pick<FiltersProps, "search" | "onChange">) {
  const { t } = useI18n();
  const [typed, setTyped] = useState(String(search.persons));
  useEffect(() => setTyped(String(search.persons)), [search.persons]);
  return (
    <TextField
      label={t("lbl_event_capacity")}
      inputMode="numeric"
      maxLength={3}
      value={typed}
      onChange={(text) => {
        const digits = text.replace(/\D/g, "");
        setTyped(digits);
        if (digits !== "") onChange({ persons: personsOf(digits) });
      }}
      onBlur={() => {
        // nothing is one (EVENT-10)
        setTyped(String(personsOf(typed)));
        onChange({ persons: personsOf(typed) });
      }}
    />
  );
}
