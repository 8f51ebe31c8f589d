/** A month of days, those with something to do marked. Arrows walk, Enter picks. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useBooking } from "../booking/BookingProvider";
import { addDays, firstWeekday, monthStart, nightsOf, useI18n, weekday, weekdayNames } from "../i18n";
import { Icon, IconButton } from "../ui";
import { useCalendar } from "./useCalendar";
import "../booking/search/calendar.css";

export interface DayPickerProps {
  value: string;
  first: string;
  last: string;
  onPick: (day: string) => void;
}

export function DayPicker({ value, first, last, onPick }: DayPickerProps) {
  const { t, day, number, locale, facts } = useI18n();
  const { property } = useBooking();
  const [focus, setFocus] = useState(value);
  const root = useRef<HTMLDivElement>(null);
  const moved = useRef(true);
  const month = monthStart(focus);
  const next = monthStart(month, 1);
  const within = (date: string) => (date < first ? first : date > last ? last : date);
  const calendar = useCalendar(property.id, within(month), within(addDays(next, -1)));
  const open = new Set(
    calendar.data?.dates
      .filter(({ activities }) => activities.some(({ capacity_left }) => capacity_left > 0))
      .map(({ date }) => date),
  );

  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    root.current?.querySelector<HTMLElement>(`[data-day="${focus}"]`)?.focus();
  });

  function keys(event: KeyboardEvent) {
    const side = document.documentElement.dir === "rtl" ? -1 : 1;
    const inWeek = (weekday(focus) - firstWeekday(locale) + 7) % 7;
    const to: Record<string, string> = {
      ArrowRight: addDays(focus, side),
      ArrowLeft: addDays(focus, -side),
      ArrowDown: addDays(focus, 7),
      ArrowUp: addDays(focus, -7),
      Home: addDays(focus, -inWeek),
      End: addDays(focus, 6 - inWeek),
      PageDown: addDays(focus, 28),
      PageUp: addDays(focus, -28),
    };
    const target = to[event.key];
    if (!target) return;
    event.preventDefault();
    moved.current = true;
    setFocus(within(target));
  }

  const lead = (weekday(month) - firstWeekday(locale) + 7) % 7;
  const cells: (string | null)[] = [...Array<null>(lead).fill(null), ...nightsOf(month, next)];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    cells.slice(week * 7, week * 7 + 7),
  );

  const cell = (date: string) => {
    const figure = number(Number(date.slice(8)));
    if (date < first || date > last) {
      return (
        <span className="day past">
          <b>{figure}</b>
        </span>
      );
    }
    const known = calendar.data !== undefined;
    const said = open.has(date) ? t("lbl_day_with_activities") : t("lbl_day_without_activities");
    const classes = ["day", open.has(date) ? "low" : "", date === value ? "from alone" : ""];
    return (
      <button
        type="button"
        className={classes.filter(Boolean).join(" ")}
        data-day={date}
        tabIndex={date === focus ? 0 : -1}
        aria-label={facts([day(date, "long"), known && said])}
        aria-pressed={date === value}
        onClick={() => onPick(date)}
        onFocus={() => setFocus(date)}
      >
        <b>{figure}</b>
        <small>{"\u00a0"}</small>
      </button>
    );
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the days inside, which are buttons
    <div className="cal-root day-picker" ref={root} onKeyDown={keys}>
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
            <h2 className="serif">{day(month, "month")}</h2>
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
            {weeks.map((week, index) => (
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
