/**
 * What had been added to a room of a booking that ran out, kept for this tab beside the room that came after it: the
 * server knows nothing of it, and a reload would forget it.
 */
import type { LeftOutAddon, SelectedRoom } from "../api";
import { forgetInTab, keepInTab, recallInTab } from "./in-tab";

const place = (session: string) => `portico.left-behind.${session}`;

export const keepLeftBehind = (session: string, left: readonly LeftOutAddon[]): void =>
  left.length > 0 ? keepInTab(place(session), left) : forgetInTab(place(session));

/** The room with what was left behind and not added again. */
export function withLeftBehind(room: SelectedRoom): SelectedRoom {
  const left = recallInTab<LeftOutAddon[]>(place(room.session_id)) ?? [];
  const added = ({ id, date }: LeftOutAddon) =>
    room.chosen_addons.some((addon) => addon.id === id && addon.date === date);
  return {
    ...room,
    left_out_addons: [...room.left_out_addons, ...left.filter((entry) => !added(entry))],
  };
}
