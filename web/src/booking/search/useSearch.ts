import { use, useRef, useState } from "react";
import { hasCode, mayHold } from "../../api";
import { useI18n } from "../../i18n";
import { chunk } from "../../shell/chunk";
import { useBooking } from "../BookingProvider";
import type { Deal, Mop, TypedCode } from "../deal";
import { GoContext, useGo, useHere } from "../go";
import { cameThrough, isNotThrough } from "../payment/ordered";
import { queryOfSearch, type SearchData, type SearchFault, searchFault } from "../search-data";
import { WhoPays } from "./panels";

/** Address of the question who pays, a child of the search (SEARCH-22). */
export const WHO_PAYS = "/booking/search/confirm-payment-method";

/** What keeps a search from starting; of a promo code, the restrictions in the hotel's words (ERR-11, ERR-12). */
export type StartFault =
  | { kind: SearchFault | "server" | "wait" | "company" | "group" }
  | { kind: "promo"; texts: string[] };

/**
 * Starting a search: checks it and its code, begins a fresh booking with a session per room and goes to the rooms
 * (SEARCH-21 to SEARCH-31). Where a company may pay, the guest is asked first who does.
 */
export function useSearch() {
  const { property, limits, state, openBatch, startOver, dispatch } = useBooking();
  const { language } = useI18n();
  const go = useGo();
  const here = useHere();
  // counts the searches: the answer of one that was given up is for nobody
  const turn = useRef(0);
  const { navigate } = use(GoContext);
  const [busy, setBusy] = useState<boolean | "passing">(false);
  const [fault, setFault] = useState<StartFault | null>(null);

  /** Gives up the search that is on its way, and the question about it, unless the form asks for the `same` still. */
  function abandon(same?: boolean) {
    turn.current += 1;
    setBusy(false);
    if (!same && state.asking) dispatch({ type: "WHO_PAYS", asking: null });
  }

  async function proceed(search: SearchData, deal: Deal | null, wanted: () => boolean, passing = false) {
    const sessions = property.website_config.enable_multi_room_booking ? 1 : search.rooms.length;
    const { batch } = state;
    const ordered = batch !== null && isNotThrough(batch.batch_id);
    const rooms = await cameThrough(property.id, batch);
    if (rooms) {
      dispatch({ type: "OUTCOME", outcome: { rooms, message: null } });
      return go("confirmation");
    }
    // what was chosen before is given back, and its batch with it; so is one that a code's company may stand on, or in
    // which a room is still being taken
    const used = state.selected[0] ?? state.deal ?? state.inProgress ?? state.profile?.sessions.find(mayHold);
    const opened = await openBatch(sessions, ordered || Boolean(used));
    // whoever has gone to another screen meanwhile keeps what they have
    if (!wanted()) return;
    startOver();
    dispatch({ type: "BATCH", ...opened });
    dispatch({ type: "SEARCH", search });
    dispatch({ type: "DEAL", deal: deal && { ...deal, language } });
    const query = queryOfSearch(search);
    // the way back leads to this search, not to what a link asked for before
    go("search", { replace: true, query });
    // who was led past the search goes back to where they came from
    go("rooms", { query, replace: passing });
  }

  async function begin(
    search: SearchData,
    typed: TypedCode | null,
    wanted: () => boolean,
    passing: boolean,
  ): Promise<StartFault | null> {
    if (!typed) {
      await proceed(search, null, wanted, passing);
      return null;
    }
    const { findCompany, findDeal } = await chunk(() => import("./find-code"));
    if (typed.kind === "company") {
      const [found] = await Promise.all([findCompany(property.id, typed.code, language), WhoPays.prefetch()]);
      if (!wanted()) return null;
      if (!found) return { kind: "company" };
      const { pays, ...known } = found;
      if (pays) {
        dispatch({ type: "WHO_PAYS", asking: { search, company: known } });
        navigate(WHO_PAYS);
      } else {
        await proceed(search, { kind: "company", ...known, mop: "GUEST" }, wanted, passing);
      }
      return null;
    }
    const found = await findDeal(property.id, typed, search, language);
    if (!("id" in found)) return found;
    await proceed(search, found, wanted, passing);
    return null;
  }

  async function attempt(
    run: (wanted: () => boolean) => Promise<StartFault | null>,
    passing = false,
  ): Promise<boolean> {
    turn.current += 1;
    const mine = turn.current;
    const wanted = () => here() && turn.current === mine;
    setBusy(passing ? "passing" : true);
    let wrong: StartFault | null;
    try {
      wrong = await run(wanted);
    } catch (error) {
      wrong = { kind: hasCode(error, "TOO_MANY") ? "wait" : "server" };
    }
    if (!wanted()) return false;
    setFault(wrong);
    setBusy(false);
    return wrong === null;
  }

  /** `passing`: by itself, for a link that asks for no look at the search (SEARCH-32). */
  async function start(search: SearchData, typed: TypedCode | null, passing: boolean): Promise<boolean> {
    const wrong = searchFault(search, limits);
    setFault(wrong && { kind: wrong });
    if (wrong || busy) return false;
    return attempt((wanted) => begin(search, typed, wanted, passing), passing);
  }

  /** The guest said who pays (SEARCH-24). */
  async function pay(mop: Mop): Promise<boolean> {
    const { asking } = state;
    if (!asking || busy) return false;
    // a second failure is told like the first
    setFault(null);
    return attempt(async (wanted) => {
      await proceed(asking.search, { kind: "company", ...asking.company, mop }, wanted);
      return null;
    });
  }

  /** Closed without an answer: back to the search as it was filled, and nothing is kept (SEARCH-25). */
  function close() {
    abandon();
    navigate("/booking/search", { replace: true });
  }
  return {
    start,
    pay,
    close,
    abandon,
    busy: busy !== false,
    passing: busy === "passing",
    fault,
    clearFault: () => setFault(null),
  };
}
