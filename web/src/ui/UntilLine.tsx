import "./until.css";

/**
 * The cancellation line: solid while cancelling is free, hatched from when it costs. It always stands beside the
 * sentence that says the same, so it is hidden from screen readers.
 *
 * `today` and `arrival` are days; `freeUntil` is an instant, or null when cancelling is never free.
 */
export function UntilLine(props: { freeUntil: string | null; today: string; arrival: string }) {
  const share = freeShare(props.freeUntil, props.today, props.arrival);
  return (
    <span
      aria-hidden="true"
      className={share === 0 ? "until none" : "until"}
      style={{ "--free": `${share}%` } as React.CSSProperties}
    />
  );
}

/** Part of the time until arrival, in percent, in which cancelling is free. */
export function freeShare(freeUntil: string | null, today: string, arrival: string): number {
  if (!freeUntil) return 0;
  const start = Date.parse(`${today}T00:00:00Z`);
  const end = Date.parse(`${arrival}T23:59:00Z`);
  const until = Date.parse(`${freeUntil.slice(0, 16)}:00Z`);
  if (until <= start || end <= start) return 0;
  return Math.round(Math.min(1, (until - start) / (end - start)) * 100);
}
