import type { ReactNode } from "react";

/** The drawings, 24 by 24, stroke only. Those that point along the line mirror in right-to-left. */
const drawings = {
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  down: <path d="m6 9.5 6 6 6-6" />,
  up: <path d="m6 14.5 6-6 6 6" />,
  forward: <path d="m9.5 6 6 6-6 6" />,
  back: <path d="m14.5 6-6 6 6 6" />,
  menu: <path d="M4 8h16M4 16h16" />,
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  globe: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c2.3 2.3 3.5 5.2 3.5 8.5s-1.2 6.2-3.5 8.5c-2.3-2.3-3.5-5.2-3.5-8.5s1.2-6.2 3.5-8.5Z" />
    </>
  ),
  bed: (
    <path d="M3 18v-6a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v6M3 15.5h18M5.5 10V7A1.5 1.5 0 0 1 7 5.5h10A1.5 1.5 0 0 1 18.5 7v3" />
  ),
  people: (
    <>
      <circle cx="9" cy="8" r="3.2" />
      <path d="M3 19c.4-3.4 2.8-5.2 6-5.2s5.6 1.8 6 5.2M15.5 5.2a3.1 3.1 0 0 1 0 5.7M17.8 14.3c1.9.7 3 2.3 3.2 4.7" />
    </>
  ),
  view: (
    <>
      <rect x="4" y="4" width="16" height="16" rx="1.5" />
      <path d="M12 4v16M4 12h16" />
    </>
  ),
  water: (
    <path d="M2.5 9.5c2.4 0 2.4-2 4.8-2s2.4 2 4.7 2 2.4-2 4.8-2 2.4 2 4.7 2M2.5 16c2.4 0 2.4-2 4.8-2s2.4 2 4.7 2 2.4-2 4.8-2 2.4 2 4.7 2" />
  ),
  filters: (
    <>
      <path d="M4 7h10M18 7h2M4 17h2M10 17h10" />
      <circle cx="16" cy="7" r="2" />
      <circle cx="8" cy="17" r="2" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5.5M12 7.8v.1" />
    </>
  ),
  alert: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5V13M12 16.2v.1" />
    </>
  ),
  card: (
    <>
      <rect x="3" y="5.5" width="18" height="13.5" rx="2" />
      <path d="M3 10h18M6.5 15h4" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="10.5" width="14" height="10" rx="2" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
    </>
  ),
  calendar: (
    <>
      <rect x="3.5" y="5" width="17" height="15.5" rx="2" />
      <path d="M3.5 10h17M8 3v4M16 3v4" />
    </>
  ),
  mail: (
    <>
      <rect x="3" y="5.5" width="18" height="13.5" rx="2" />
      <path d="m3.5 7 8.5 6.5L20.5 7" />
    </>
  ),
  copy: (
    <>
      <rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2" />
      <path d="M15.5 8.5V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v7.5a2 2 0 0 0 2 2h2.5" />
    </>
  ),
  print: (
    <path d="M7 9V4h10v5M7 17H4.5v-6.5A1.5 1.5 0 0 1 6 9h12a1.5 1.5 0 0 1 1.5 1.5V17H17M7 14h10v6.5H7z" />
  ),
  phone: (
    <path d="M6 4h3l1.5 4.5L8.5 10c1 2.3 3.2 4.5 5.5 5.5l1.5-2L20 15v3a2 2 0 0 1-2 2C10.800 20 4 13.200 4 6a2 2 0 0 1 2-2Z" />
  ),
  bank: <path d="M4 9.5 12 5l8 4.5H4ZM6 10v7M10 10v7M14 10v7M18 10v7M4 19.5h16" />,
  edit: <path d="M4 20h4L19 9l-4-4L4 16v4ZM13 7l4 4" />,
  search: <path d="m20 20-4.500-4.500M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13Z" />,
  pin: (
    <>
      <path d="M12 21c4.500-4.600 6.800-8.200 6.800-11A6.800 6.800 0 0 0 5.200 10c0 2.800 2.300 6.400 6.800 11Z" />
      <circle cx="12" cy="10" r="2.5" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

const pointing: ReadonlySet<IconName> = new Set<IconName>(["forward", "back"]);

/** A drawing beside words; always decoration, the words or the button's label say what it means. */
export function Icon(props: { name: IconName; small?: boolean; className?: string }) {
  const { name, small, className } = props;
  const classes = ["i", small ? "i-s" : "", pointing.has(name) ? "i-flip" : "", className ?? ""];
  return (
    <svg className={classes.filter(Boolean).join(" ")} viewBox="0 0 24 24" aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}
