import type { SelectedRoom } from "../../api";

/**
 * The room whose free cancelling ends first: one that is never free before all others, one without a penalty last.
 * Null when there is none.
 */
export function firstDeadline<R extends Pick<SelectedRoom, "cancellation">>(rooms: readonly R[]): R | null {
  const order = ({ cancellation }: R) => {
    if (!cancellation.penalty) return "~"; // sorts behind every date
    return cancellation.free_until ? cancellation.free_until.slice(0, 16) : "";
  };
  return rooms.reduce<R | null>(
    (first, room) => (first === null || order(room) < order(first) ? room : first),
    null,
  );
}
