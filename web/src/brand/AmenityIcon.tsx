import type { ReactNode } from "react";

/** The drawings, 24 by 24, stroke only, by the codes that hotels use; several codes may share one. */
const drawings: Readonly<Record<string, ReactNode>> = {
  WIFI: (
    <path d="M3.5 9.5a12.5 12.5 0 0 1 17 0M6.5 13a8 8 0 0 1 11 0M9.5 16.3a3.6 3.6 0 0 1 5 0M12 19.4v.1" />
  ),
  COFFEE: (
    <path d="M5 9h11v5a5 5 0 0 1-5 5h-1a5 5 0 0 1-5-5V9ZM16 10.5h1.5a2.5 2.5 0 0 1 0 5H16M8.5 3.5v2M12.5 3.5v2" />
  ),
  AIRCON: <path d="M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5 12 6.5l2.5-2M9.5 19.5l2.5-2 2.5 2" />,
  SAFE: (
    <path d="M5 5h14v14H5zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM12 9.2V7.5M7.5 19v1.5M16.5 19v1.5" />
  ),
  BALCONY: <path d="M4 13h16v7H4zM8 13v7M12 13v7M16 13v7M7 13V5h10v8M12 5v8" />,
  TUB: <path d="M3 12h18v2a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5v-2ZM6 12V6a2 2 0 0 1 4 0M7 19v1.5M17 19v1.5" />,
  SHOWER: (
    <path d="M5 20V7a3.5 3.5 0 0 1 7 0M8.5 10a3.5 3.5 0 0 1 7 0h-7ZM10 13v.5M12 15v.5M14 13v.5M10 17v.5M14 17v.5" />
  ),
  DESK: <path d="M3 9h18M5 9v10M19 9v10M13 9v5h6" />,
  FRIDGE: <path d="M7 3.5h10v17H7zM7 10h10M9.5 6v1.5M9.5 12.5V15" />,
  SOFA: (
    <path d="M5 11V8a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v3M3 12a2 2 0 0 1 4 0v2h10v-2a2 2 0 0 1 4 0v6H3v-6Z" />
  ),
  STOVE: (
    <path d="M12 3.5c3 3.2 5 5.6 5 9a5 5 0 0 1-10 0c0-1.7.7-3 1.8-4.3.4 1.4 1 2.1 2 2.5-.2-2.7.2-5 1.2-7.2ZM7 20.5h10" />
  ),
  PRAYER: <path d="M12 3.5c2.8 2 4 3.8 4 6.5v10H8V10c0-2.7 1.2-4.5 4-6.5ZM5 20h14" />,
  OTHER: <path d="m5 12.5 4.5 4.5L19 7.5" />,
};

const akin: Readonly<Record<string, string>> = {
  KETTLE: "COFFEE",
  DAYBED: "SOFA",
  MAJLIS: "SOFA",
  ROLL_IN: "SHOWER",
};

/** An amenity; one that we have no drawing for is a tick. Its name is told by what stands around it. */
export function AmenityIcon({ code }: { code: string }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      {drawings[akin[code] ?? code] ?? drawings.OTHER}
    </svg>
  );
}
