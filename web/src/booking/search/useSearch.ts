import { useState } from "react";
import { useI18n } from "../../i18n";
import { say } from "../../ui";
import { useBooking } from "../BookingProvider";
import { useGo } from "../go";
import { queryOfSearch, type SearchData, type SearchFault, searchFault } from "../search-data";

/** Starting a search: checks it, begins a fresh booking with a session per room and goes to the rooms (SEARCH-28, SEARCH-31). */
export function useSearch() {
  const { limits, state, openBatch, startOver, dispatch } = useBooking();
  const { t } = useI18n();
  const go = useGo();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<SearchFault | "server" | null>(null);

  async function start(search: SearchData): Promise<boolean> {
    const wrong = searchFault(search, limits);
    setFault(wrong);
    if (wrong || busy) return false;
    setBusy(true);
    try {
      // what was chosen before is given back, and its batch with it
      const { batch, profile } = await openBatch(search.rooms.length, { fresh: state.selected.length > 0 });
      startOver();
      dispatch({ type: "BATCH", batch, profile });
      dispatch({ type: "SEARCH", search });
      go("rooms", { query: queryOfSearch(search) });
      return true;
    } catch {
      setFault("server");
      say(t("lbl_search_did_not_start"));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { start, busy, fault, clearFault: () => setFault(null) };
}
