import { api, mayHold } from "../../api";
import { useBooking } from "../BookingProvider";
import { useGo } from "../go";
import { queryOfSearch, type SearchData, type SearchRoom } from "../search-data";
import { forgetAvailability } from "./useAvailability";

/** Gives a slot other dates or guests: its chosen room goes, its offers load anew (ROOMS-21). */
export function useChangeStay(slot: number) {
  const { property, state, facts, dispatch } = useBooking();
  const go = useGo();
  return (next: SearchRoom) => {
    const { search, batch, profile, selected } = state;
    if (!search) return;
    const chosen = selected.find((room) => room.room_no === slot + 1);
    if (chosen) dispatch({ type: "REMOVE", session_id: chosen.session_id });
    // also where a room was taken whose answer never came
    const session = chosen?.session_id ?? profile?.sessions[slot];
    if (batch && session && (chosen || mayHold(session))) {
      // the other days may be asked for before these nights are free
      const freed = () => forgetAvailability(property);
      void api.clearRate(property.id, batch, session).then(freed, () => undefined);
    }
    const rooms = search.rooms.map((room, index) => (facts.multiRoom || index === slot ? next : room));
    const changed: SearchData =
      slot === 0 ? { checkIn: next.checkIn, checkOut: next.checkOut, rooms } : { ...search, rooms };
    dispatch({ type: "SEARCH", search: changed });
    go("rooms", { replace: true, query: queryOfSearch(changed) });
  };
}
