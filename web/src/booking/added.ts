/** What was added to a room, as it is sent again. Pure. */
import type { ReservationAddon, SelectedRoom } from "../api";

/** The entries of a room; what is taken once has no date (ADDON-09). */
export function entriesOf(room: SelectedRoom): ReservationAddon[] {
  return room.chosen_addons.map(({ charge_type_id, quantity, date }) => ({
    charge_type_id,
    quantity,
    ...(date ? { date } : {}),
  }));
}
