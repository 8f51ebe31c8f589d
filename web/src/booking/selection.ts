/** The chosen rooms, one for each slot of the search (ROOMS-42, ROOMS-43). Pure. */
import type { SelectedRoom } from "../api";

export type SelectionAction =
  | { type: "ADD"; room: SelectedRoom }
  | { type: "REMOVE"; session_id: string }
  | { type: "UPDATE"; session_id: string; change: Partial<SelectedRoom> }
  | { type: "REMOVE_ALL" };

/** Adding takes out what the slot or session held before; the list stays in the order of the slots. */
export function selection(rooms: readonly SelectedRoom[], action: SelectionAction): SelectedRoom[] {
  switch (action.type) {
    case "ADD": {
      const { room } = action;
      const others = rooms.filter((r) => r.room_no !== room.room_no && r.session_id !== room.session_id);
      return [...others, room].sort((a, b) => a.room_no - b.room_no);
    }
    case "REMOVE":
      return rooms.filter((room) => room.session_id !== action.session_id);
    case "UPDATE":
      return rooms.map((room) =>
        room.session_id === action.session_id ? { ...room, ...action.change } : room,
      );
    case "REMOVE_ALL":
      return [];
  }
}

/** Some room of these has a package. */
export const hasPackage = (rooms: readonly SelectedRoom[]) => rooms.some((room) => room.package_id !== null);

type Offered = Pick<SelectedRoom, "room_type_id" | "rate_code_id" | "package_id">;

/** What makes two choices the same: room type, rate and package (ROOMS-36). */
export function isChosen(room: Offered | null | undefined, offer: Offered): boolean {
  return (
    room?.room_type_id === offer.room_type_id &&
    room.rate_code_id === offer.rate_code_id &&
    room.package_id === offer.package_id
  );
}
