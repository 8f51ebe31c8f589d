/** A year from a day (`YYYY-MM-DD`) on: the last day on which activities and events can be booked (ACT-05, EVENT-11). */
export const inAYear = (day: string): string =>
  `${Number(day.slice(0, 4)) + 1}${day.slice(4) === "-02-29" ? "-02-28" : day.slice(4)}`;
