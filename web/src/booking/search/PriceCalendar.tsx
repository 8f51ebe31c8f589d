import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { monthStart, useI18n, weekdayNames } from "../../i18n";
import { Icon, IconButton, Notice } from "../../ui";
import { keyedTo, weeksOf } from "../../ui/month";
import { useReasonWords } from "../reasons";
import type { SearchLimits } from "../search-data";
import { type CalendarDays, type Choice, cheapestDays, dayState } from "./calendar-rules";
import type { Opened } from "./Dates";
import "../../ui/calendar.css";

export interface PriceCalendarProps {
  choice: Choice;
  onPick: (day: string) => void;
  days: CalendarDays;
  limits: SearchLimits;
  currency: string;
  /** Whose prices these are. */
  caption: string;
  months: 1 | 2;
  /** The months on screen changed; the first day after them. */
  onShow: (until: string) => void;
  opened?: Opened;
  /** A stay that was chosen beside the calendar: its arrival has the focus then. A new one each time. */
  taken?: Choice;
}

/** Months of days with the lowest price under each. Arrows walk, Enter picks, a struck day says why it cannot be. */
export default function PriceCalendar(props: PriceCalendarProps) {
  const { choice, days, limits, caption, months, onShow, opened, taken } = props;
  const { t, day, locale, colon } = useI18n();
  const reasonWords = useReasonWords();
  const start = choice.from ?? limits.firstDay;
  const [focus, setFocus] = useState(start);
  const [first, setFirst] = useState(() => monthStart(start));
  const [why, setWhy] = useState<string | null>(null);
  const moved = useRef(false);
  const root = useRef<HTMLDivElement>(null);
  const low = useMemo(() => cheapestDays(days), [days]);
  const shown = Array.from({ length: months }, (_, index) => monthStart(first, index));
  const until = monthStart(first, months);
  const earliest = monthStart(limits.firstDay);
  const whyState = why ? dayState(why, choice, days, limits) : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the months on screen matter
  useEffect(() => onShow(until), [until]);

  const focusDay = (date: string) =>
    root.current?.querySelector<HTMLElement>(`[data-day="${date}"]`)?.focus();
  // with the day that was walked to, not with prices that come in between
  useLayoutEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    focusDay(focus);
  });

  function turn(by: number) {
    const next = monthStart(first, by);
    if (next < earliest || next > limits.lastDay) return;
    setFirst(next);
    setFocus(next < limits.firstDay ? limits.firstDay : next);
    setWhy(null);
  }

  function walk(to: string) {
    const target = to < limits.firstDay ? limits.firstDay : to > limits.lastDay ? limits.lastDay : to;
    if (target === focus) return focusDay(target);
    moved.current = true;
    setFocus(target);
    if (target < first) setFirst(monthStart(target));
    if (target >= until) setFirst(monthStart(target, 1 - months));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is opened
  useEffect(() => {
    if (!opened?.key) return;
    const on = document.activeElement;
    const around = root.current?.closest("dialog");
    // it may have come late: whoever has gone on to another field meanwhile types there
    if (on === opened.by || on === document.body || around?.contains(on))
      walk((choice.picking === "to" && choice.to) || start);
  }, [opened]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is taken
  useEffect(() => {
    if (taken?.from) walk(taken.from);
  }, [taken]);

  function keys(event: KeyboardEvent) {
    const target = keyedTo(event, focus, locale);
    if (!target) return;
    event.preventDefault();
    walk(target);
  }

  // every month has one tab stop: the focused day, or its first
  const focusIn = (start: string) => focus >= start && focus < monthStart(start, 1);
  const firstFree = (start: string) => (start < limits.firstDay ? limits.firstDay : start);

  const month = (start: string, index: number) => (
    // by its place: what turns the months stays, and the focus on it
    <section className="month" key={index} aria-label={day(start, "month")}>
      <header>
        {index === 0 ? (
          <IconButton label={t("lbl_earlier")} disabled={first <= earliest} onClick={() => turn(-1)}>
            <Icon name="back" />
          </IconButton>
        ) : (
          <span className="blank" />
        )}
        <h2 className="serif" aria-live="polite">
          {day(start, "month")}
        </h2>
        {index === months - 1 ? (
          <IconButton label={t("lbl_later")} disabled={until > limits.lastDay} onClick={() => turn(1)}>
            <Icon name="forward" />
          </IconButton>
        ) : (
          <span className="blank" />
        )}
      </header>
      <MonthDays
        {...props}
        key={start}
        start={start}
        low={low}
        tabDay={focusIn(start) ? focus : firstFree(start)}
        why={why}
        onWhy={setWhy}
      />
    </section>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the days inside, which are buttons
    <div
      className="cal-root"
      ref={root}
      onKeyDown={keys}
      onFocus={(event) => {
        const on = (event.target as HTMLElement).dataset.day;
        if (on) setFocus(on);
      }}
    >
      <div className={months === 1 ? "cal one" : "cal"}>{shown.map(month)}</div>
      {why && whyState?.reason && months === 1 && (
        // the day that has the focus is read out with it; a press does not give it to one everywhere
        <Notice
          role={why === (document.activeElement as HTMLElement | null)?.dataset.day ? undefined : "status"}
          className="why-strip"
        >
          <b>{day(why, "weekday") + colon}</b> {reasonWords(whyState.reason)}
        </Notice>
      )}
      <p className="quiet small caption">{caption}</p>
    </div>
  );
}

function MonthDays(
  props: PriceCalendarProps & {
    start: string;
    low: ReadonlySet<string>;
    tabDay: string;
    why: string | null;
    onWhy: (day: string | null) => void;
  },
) {
  const { start, choice, days, limits, currency, low, tabDay, why, onWhy, onPick, months } = props;
  const { t, day, short, number, money, locale, facts } = useI18n();
  const reasonWords = useReasonWords();
  const names = weekdayNames(locale);

  const cell = (date: string) => {
    const state = dayState(date, choice, days, limits);
    const known = days.get(date);
    const figure = number(Number(date.slice(8)));
    if (state.kind === "outside") {
      return (
        <span className="day past">
          <b>{figure}</b>
        </span>
      );
    }
    const isFrom = date === choice.from;
    const isTo = date === choice.to;
    const within = choice.from !== null && choice.to !== null && date > choice.from && date < choice.to;
    const struck = state.kind === "off" && !isFrom && !isTo;
    const total = known?.total ?? null;
    // closed, not yet for sale or too small a house is not full
    const full = known && !known.available && known.reasons.some(({ code }) => code === "SOLD_OUT");
    const classes = ["day", struck ? "off" : "", within ? "in" : "", isFrom ? "from" : "", isTo ? "to" : ""];
    if (low.has(date)) classes.push("low");
    if (isFrom && !choice.to) classes.push("alone");
    const said = [
      day(date, "long"),
      isFrom ? t("lbl_check_in") : isTo ? t("lbl_check_out") : "",
      total !== null ? t("lbl_from_amount", { amount: money(total, currency) }) : "",
      struck && state.reason ? reasonWords(state.reason) : "",
      struck ? t("lbl_not_possible") : "",
    ];
    return (
      <button
        type="button"
        className={classes.filter(Boolean).join(" ")}
        data-day={date}
        tabIndex={date === tabDay ? 0 : -1}
        aria-label={facts(said)}
        aria-pressed={isFrom || isTo}
        aria-disabled={struck || undefined}
        onClick={() => (struck ? onWhy(date) : onPick(date))}
        onFocus={() => onWhy(struck ? date : null)}
        onPointerEnter={(event) => {
          if (event.pointerType === "mouse") onWhy(struck ? date : null);
        }}
      >
        {struck && why === date && months === 2 && state.reason && (
          // to be seen: it is in the day's name
          <span className="why-not">
            <b>{day(date, "weekday")}</b>
            {reasonWords(state.reason)}
          </span>
        )}
        <b>{figure}</b>
        <small>{full ? t("lbl_full") : total !== null ? short(total) : "\u00a0"}</small>
      </button>
    );
  };

  return (
    <div className="days" role="grid" aria-label={day(start, "month")}>
      <div role="row" className="week">
        {names.map((name) => (
          <span key={name.long} role="columnheader" className="wd" aria-label={name.long}>
            {name.short}
          </span>
        ))}
      </div>
      {weeksOf(start, locale).map((week, index) => (
        <div role="row" className="week" key={index}>
          {week.map((date, place) => (
            <div
              role="gridcell"
              className="cell"
              key={place}
              aria-selected={date === choice.from || date === choice.to}
            >
              {date && cell(date)}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
