import type { ConfirmedRoom } from "../../api";

/** A room that is booked, or waits for its payment; it was not cancelled, nor given back because nobody paid. */
export const stands = ({ status, payment_link }: ConfirmedRoom): boolean =>
  status !== "CANCELLED" && payment_link?.status !== "EXPIRED";

/** A room whose booking has its payment by link where it stands now; each that hangs on it carries it. */
export function withLink(room: ConfirmedRoom, status: string): ConfirmedRoom {
  if (!room.payment_link) return room;
  // what the hotel has begun stands without the link, and nothing comes back for what was cancelled before
  if (status === "EXPIRED" && room.status !== "HOLD" && room.payment_link.status !== status) {
    const cancelled = room.cancelled && { ...room.cancelled, refund_once_paid: 0 };
    return { ...room, payment_link: null, public_link: null, cancelled };
  }
  return {
    ...room,
    payment_link: { ...room.payment_link, status },
    public_link: status === "PENDING" ? room.public_link : null,
    status: status === "EXPIRED" ? "CANCELLED" : room.status,
  };
}
