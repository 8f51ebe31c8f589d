import type { ConfirmedRoom } from "../../api";

/** A room that is booked, or waits for its payment; it was not cancelled, nor given back because nobody paid. */
export const stands = ({ status, payment_link }: ConfirmedRoom): boolean =>
  status !== "CANCELLED" && payment_link?.status !== "EXPIRED";
