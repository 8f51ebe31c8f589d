import type { ReactNode } from "react";
import type { Addon } from "../../api";
import { Picture } from "../../ui";
import { useBooking } from "../BookingProvider";

/** Drawings by the hotel's word for them, 24 by 24, stroke only. */
const drawings: Record<string, ReactNode> = {
  FOOD: (
    <path d="M4 11h16a8 8 0 0 1-5 7.4V20H9v-1.6A8 8 0 0 1 4 11ZM9 7.5c-1-1 1-2 0-3.5M13 7.5c-1-1 1-2 0-3.5" />
  ),
  DRINK: <path d="M7 4h10l-.6 6a4.4 4.4 0 0 1-8.8 0L7 4ZM12 14.5V20M8.5 20h7" />,
  CAR: (
    <>
      <path d="M4 16.5v-4l2-5.5h12l2 5.5v4M3.5 12.5h17M4 16.5h16V19h-3v-2.5M4 16.5V19h3v-2.5" />
      <path d="M7 14.5h1M16 14.5h1" />
    </>
  ),
  TRANSFER: (
    <>
      <rect x="4" y="7.5" width="16" height="12" rx="1.5" />
      <path d="M9 7.5V5.5A1.5 1.5 0 0 1 10.5 4h3A1.5 1.5 0 0 1 15 5.5v2M9 7.5v12M15 7.5v12" />
    </>
  ),
  CLOCK: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5.2l3.3 2" />
    </>
  ),
  SPA: (
    <path d="M12 20c-4.5 0-7.5-2.8-8-7 3 .2 5.4 1.4 7 3.6M12 20c4.5 0 7.5-2.8 8-7-3 .2-5.4 1.4-7 3.6M12 16.5c-2.3-3.8-2.3-8 0-12.5 2.3 4.5 2.3 8.7 0 12.5Z" />
  ),
  OUTDOOR: <path d="m3 19 6.5-12 4 7.2L15.5 11 21 19H3ZM7.5 10.7l2 1.6 2-1.6" />,
  BED: (
    <path d="M3 18v-6a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v6M3 15.5h18M5.5 10V7A1.5 1.5 0 0 1 7 5.5h10A1.5 1.5 0 0 1 18.5 7v3" />
  ),
  PET: (
    <>
      <path d="M8 17c0-2.5 1.8-4.5 4-4.5s4 2 4 4.5-1.8 2.5-4 2.5-4 0-4-2.5Z" />
      <path d="M5.5 12.5v-1.5M9.5 8.5V7M14.5 8.5V7M18.5 12.5v-1.5" strokeWidth="2.6" strokeLinecap="round" />
    </>
  ),
  GIFT: (
    <path d="M4 10h16v3H4zM5.5 13v7h13v-7M12 10v10M12 10c-4 0-5.5-1.3-5.5-3S9 4.5 12 10Zm0 0c4 0 5.5-1.3 5.5-3S15 4.5 12 10Z" />
  ),
};

/** The hotel's picture of an add-on, or a drawing on the hotel's colour. */
export function AddonPicture({ addon }: { addon: Addon }) {
  const { names } = useBooking();
  if (addon.picture) {
    return (
      <div className="addon-picture">
        <Picture
          {...addon.picture}
          alt={names.field("ADDON", addon.id, "picture_alt", addon.picture.alt)}
          sizes="(max-width: 48rem) 100vw, 16rem"
        />
      </div>
    );
  }
  return (
    <div className="addon-picture drawn" aria-hidden="true">
      <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
        {drawings[addon.icon] ?? drawings.GIFT}
      </svg>
    </div>
  );
}
