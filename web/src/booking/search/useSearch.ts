import { use, useState } from "react";
import { ApiProblem, api, type DiscountCheck } from "../../api";
import { useI18n } from "../../i18n";
import { say } from "../../ui";
import { useBooking } from "../BookingProvider";
import type { Company, Deal, Mop, TypedCode } from "../deal";
import { GoContext, useGo } from "../go";
import { queryOfSearch, type SearchData, type SearchFault, searchFault } from "../search-data";

/** Address of the question who pays, a child of the search (SEARCH-22). */
export const WHO_PAYS = "/booking/search/confirm-payment-method";

/** What keeps a search from starting; of a promo code, the restrictions in the hotel's words (ERR-11, ERR-12). */
export type StartFault =
  | { kind: SearchFault | "server" | "company" | "group" }
  | { kind: "promo"; texts: string[] };

/** The promotion of an answer, or the restrictions that stand against it (SEARCH-30, ERR-12). */
export function discountOf(answer: readonly DiscountCheck[], code: string): Deal | { texts: string[] } {
  const [first] = answer;
  if (first?.validation_status && first.discount_id) {
    return { kind: "promo", code, id: first.discount_id, name: first.name ?? code };
  }
  const restrictions = answer.filter((entry) => !entry.validation_status);
  return { texts: restrictions.flatMap((entry) => (entry.text ? [entry.text] : [])) };
}

/**
 * Starting a search: checks it and its code, begins a fresh booking with a session per room and goes to the rooms
 * (SEARCH-21 to SEARCH-31). Where a company may pay, the guest is asked first who does.
 */
export function useSearch() {
  const { property, limits, state, openBatch, startOver, dispatch } = useBooking();
  const { t, language } = useI18n();
  const go = useGo();
  const { navigate } = use(GoContext);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<StartFault | null>(null);

  async function proceed(search: SearchData, deal: Deal | null) {
    const sessions = property.website_config.enable_multi_room_booking ? 1 : search.rooms.length;
    // what was chosen before is given back, and its batch with it; so is one that a code's company may stand on, or in
    // which a room is still being taken
    const used = state.selected[0] ?? state.deal ?? state.inProgress;
    const opened = await openBatch(sessions, Boolean(used));
    startOver();
    dispatch({ type: "BATCH", ...opened });
    dispatch({ type: "SEARCH", search });
    dispatch({ type: "DEAL", deal: deal && { ...deal, language } });
    const query = queryOfSearch(search);
    // the way back leads to this search, not to what a link asked for before
    go("search", { replace: true, query });
    go("rooms", { query });
  }

  async function promo(search: SearchData, code: string): Promise<Deal | StartFault> {
    const { checkIn, checkOut, rooms } = search;
    const ask = { start_date: checkIn, end_date: checkOut, code, number_of_rooms: rooms.length };
    const answer = await api.checkDiscounts(property.id, { ...ask, language_code: language }).catch(() => []);
    const found = discountOf(answer, code);
    return "texts" in found ? { kind: "promo", texts: found.texts } : found;
  }

  async function group(search: SearchData, code: string): Promise<Deal | StartFault> {
    const room = search.rooms[0];
    const ask = {
      check_in_date: search.checkIn,
      check_out_date: search.checkOut,
      number_of_rooms: 1,
      number_of_persons: room?.persons.adults ?? 1,
      number_of_children: 0,
      group_code: code,
      language_code: language,
    };
    const answer = await api.availability(property.id, ask).catch(() => null);
    const block = answer?.group_block;
    return block?.id
      ? { kind: "group", code, id: block.id, name: block.group_name ?? code }
      : { kind: "group" };
  }

  /** The company of a code; null when it is not found, whatever the reason (SEARCH-27). */
  async function company(code: string): Promise<(Company & { pays: boolean }) | null> {
    const found = await api.checkMop(property.id, code, language).catch((error: unknown) => {
      if (error instanceof ApiProblem) return null;
      throw error;
    });
    return (
      found && { code, id: found.company_id, name: found.name, pays: String(found.company_pays) === "true" }
    );
  }

  async function begin(search: SearchData, typed: TypedCode | null): Promise<StartFault | null> {
    if (!typed) {
      await proceed(search, null);
      return null;
    }
    if (typed.kind === "company") {
      const found = await company(typed.code);
      if (!found) return { kind: "company" };
      const { pays, ...known } = found;
      if (pays) {
        dispatch({ type: "WHO_PAYS", asking: { search, company: known } });
        navigate(WHO_PAYS);
      } else {
        await proceed(search, { kind: "company", ...known, mop: "GUEST" });
      }
      return null;
    }
    const found = await (typed.kind === "promo" ? promo : group)(search, typed.code);
    if (!("id" in found)) return found;
    await proceed(search, found);
    return null;
  }

  async function attempt(run: () => Promise<StartFault | null>): Promise<boolean> {
    setBusy(true);
    try {
      const wrong = await run();
      setFault(wrong);
      return wrong === null;
    } catch {
      setFault({ kind: "server" });
      say(t("lbl_search_did_not_start"));
      return false;
    } finally {
      setBusy(false);
    }
  }

  async function start(search: SearchData, typed: TypedCode | null): Promise<boolean> {
    const wrong = searchFault(search, limits);
    setFault(wrong && { kind: wrong });
    if (wrong || busy) return false;
    return attempt(() => begin(search, typed));
  }

  /** The guest said who pays (SEARCH-24). */
  async function pay(mop: Mop): Promise<boolean> {
    const { asking } = state;
    if (!asking || busy) return false;
    return attempt(async () => {
      await proceed(asking.search, { kind: "company", ...asking.company, mop });
      return null;
    });
  }

  /** Closed without an answer: back to the search as it was filled, and nothing is kept (SEARCH-25). */
  function close() {
    dispatch({ type: "WHO_PAYS", asking: null });
    navigate("/booking/search", { replace: true });
  }
  return { start, pay, close, busy, fault, clearFault: () => setFault(null) };
}
