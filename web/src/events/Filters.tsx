/** Kind, day, times and people: a row on desks, a bar that opens a dialog on phones (EVENT-09, EVENT-22, EVENT-23). */
import { useEffect, useState } from "react";
import type { EventType } from "../api";
import { useI18n } from "../i18n";
import { Button, Dialog, Icon, Select, TextField } from "../ui";
import { DayField } from "../ui/DayField";
import { DayPicker } from "../ui/DayPicker";
import { type Days, ENDS, type EventSearch, endAfter, personsOf, STARTS } from "./search";

export interface FiltersProps {
  search: EventSearch;
  types: readonly EventType[];
  /** The days that can be chosen. */
  days: Days;
  onChange: (change: Partial<EventSearch>) => void;
}

export function Filters({ search, types, days, onChange }: FiltersProps) {
  return (
    <div className="card event-filters">
      <Kind search={search} types={types} onChange={onChange} />
      <When {...{ search, days, onChange }} />
      <People search={search} onChange={onChange} />
    </div>
  );
}

/** On phones: what is looked for, and a pencil; kind and people stay in sight. */
export function FiltersBar({ search, types, days, onChange }: FiltersProps) {
  const { t, day, time } = useI18n();
  const [open, setOpen] = useState(false);
  const hours = t("lbl_time_from_to", { from: time(search.from), to: time(search.to) });
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
  function apply() {
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
        <When search={draft} days={days} onChange={(change) => setDraft({ ...draft, ...change })} />
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

function When({ search, days, onChange }: Omit<FiltersProps, "types">) {
  const { t, time } = useI18n();
  const options = (times: readonly string[]) =>
    times.map((value) => ({ value, label: time(value), words: value }));
  return (
    <>
      <DayField label={t("lbl_event_date")} value={search.date} onChange={(date) => onChange({ date })}>
        {(pick) => <DayPicker value={search.date} first={days.first} last={days.last} onPick={pick} />}
      </DayField>
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
