/** A month of days of which one is picked; some may be marked. Arrows walk, Enter picks. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { addDays, monthStart, useI18n, weekdayNames } from "../i18n";
import { IconButton } from "./Button";
import { Icon } from "./Icon";
import { keyedTo, weeksOf } from "./month";
import "./calendar.css";

export interface DayPickerProps {
  value: string;
  /** The days that can be picked, both inclusive. */
  first: string;
  last: string;
  onPick: (day: string) => void;
  /** The month on screen is another: its first and last day that can be picked. */
  onShow?: (from: string, to: string) => void;
  /** Whether a line stands under a day, and what of it is read out. */
  marks?: (day: string) => { line: boolean; said: string | false };
}

export function DayPicker({ value, first, last, onPick, onShow, marks }: DayPickerProps) {
  const { t, day, number, locale, facts } = useI18n();
  const [focus, setFocus] = useState(value);
  const root = useRef<HTMLDivElement>(null);
  const moved = useRef(true);
  const month = monthStart(focus);
  const next = monthStart(month, 1);
  const within = (date: string) => (date < first ? first : date > last ? last : date);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the month on screen matters
  useEffect(() => onShow?.(within(month), within(addDays(next, -1))), [month]);

  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    root.current?.querySelector<HTMLElement>(`[data-day="${focus}"]`)?.focus();
  }, [focus]);

  function keys(event: KeyboardEvent) {
    const target = keyedTo(event, focus, locale);
    if (!target) return;
    event.preventDefault();
    moved.current = within(target) !== focus;
    setFocus(within(target));
  }

  const cell = (date: string) => {
    const figure = number(Number(date.slice(8)));
    if (date < first || date > last) {
      return (
        <span className="day past">
          <b>{figure}</b>
        </span>
      );
    }
    const mark = marks?.(date);
    const classes = ["day", mark?.line ? "low" : "", date === value ? "from alone" : ""];
    return (
      <button
        type="button"
        className={classes.filter(Boolean).join(" ")}
        data-day={date}
        tabIndex={date === focus ? 0 : -1}
        aria-label={facts([day(date, "long"), mark?.said])}
        aria-pressed={date === value}
        onClick={() => onPick(date)}
        onFocus={() => setFocus(date)}
      >
        <b>{figure}</b>
        {marks && <small>{"\u00a0"}</small>}
      </button>
    );
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the days inside, which are buttons
    <div className={marks ? "cal-root day-picker marked" : "cal-root day-picker"} ref={root} onKeyDown={keys}>
      <div className="cal one">
        <section className="month" aria-label={day(month, "month")}>
          <header>
            <IconButton
              label={t("lbl_earlier")}
              disabled={month <= first}
              onClick={() => setFocus(within(monthStart(month, -1)))}
            >
              <Icon name="back" />
            </IconButton>
            <h2 className="serif" aria-live="polite">
              {day(month, "month")}
            </h2>
            <IconButton label={t("lbl_later")} disabled={next > last} onClick={() => setFocus(next)}>
              <Icon name="forward" />
            </IconButton>
          </header>
          <div className="days" role="grid" aria-label={day(month, "month")}>
            <div role="row" className="week">
              {weekdayNames(locale).map((name) => (
                <span key={name.long} role="columnheader" className="wd" aria-label={name.long}>
                  {name.short}
                </span>
              ))}
            </div>
            {weeksOf(month, locale).map((week, index) => (
              <div role="row" className="week" key={index}>
                {week.map((date, place) => (
                  <div role="gridcell" className="cell" key={place} aria-selected={date === value}>
                    {date && cell(date)}
                  </div>
                ))}
              </div>
            ))}
          </div>
        </section>
      </div>
    </div>
  );
}
