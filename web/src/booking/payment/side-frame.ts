import { usePhone } from "../wide";

/** The most room that the card frame of an event or an activity takes, in CSS pixels (EVENT-44). */
export const SIDE_FRAME = {
  desk: { width: 550, height: 530 },
  phone: { width: 420, height: 400 },
} as const;

/** The same for this screen. */
export const useSideFrame = () => SIDE_FRAME[usePhone() ? "phone" : "desk"];
