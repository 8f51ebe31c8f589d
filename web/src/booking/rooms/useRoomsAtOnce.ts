import { useBooking } from "../BookingProvider";

/** How many rooms one choice stands for: all that were searched where the hotel sells them so (ROOMS-04), else one. */
export function useRoomsAtOnce(): number {
  const { facts, state } = useBooking();
  return facts.multiRoom ? (state.search?.rooms.length ?? 1) : 1;
}
