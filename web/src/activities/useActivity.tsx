/** The booking of an activity for every step of it: `useActivity()`. */
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from "react";
import {
  type ActivityPrice,
  ApiProblem,
  activityCalendar,
  activityPrice,
  type ConfirmedActivity,
  confirmActivity,
  type Guest,
  hasCode,
  type Party,
  payActivity,
  type SeenActivity,
  type StartedAccess,
  saveActivityGuests,
  startActivity,
} from "../api";
import type { GuaranteeDetails } from "../api/types";
import { useBooking } from "../booking/BookingProvider";
import { hasDay, type StayBasket } from "../booking/basket";
import { useStayBasket } from "../booking/ForStay";
import { inTurn } from "../booking/in-turn";
import { keepSideOrder } from "../booking/payment/ordered";
import { isUnclear } from "../booking/payment/refusal";
import { isOfStay } from "../booking/stay-refusal";
import { useHolder } from "../booking/use-holder";
import { useI18n } from "../i18n";
import { type ActivityState, another, type Chosen, keep, newKey, recall, within } from "./state";
import { dayOf } from "./words";

export interface Activity {
  state: ActivityState;
  change: (next: Partial<ActivityState>) => void;
  /** The stay that it becomes a part of, on a day of it. */
  basket: StayBasket | null;
  /** It is booked by itself. */
  leaveStay: () => void;
  /** Keeps what is typed, beside what was typed before. */
  type: (next: ActivityState["draft"]) => void;
  /** Holds the places; nobody waits for it but the next call (ACT-14). */
  begin: (chosen: Chosen, party: Party, told: ActivityPrice) => void;
  /** Saves who comes, once the places are held (ACT-25). */
  save: (party: Party, guest: Guest) => void;
  /** Throws `ApiProblem`. */
  pay: (source: GuaranteeDetails) => Promise<void>;
  /** Orders what stands on the bill, or once more what was ordered. Throws `ApiProblem`. */
  confirm: (as?: ActivityState["ordered"] & object) => Promise<ConfirmedActivity>;
  /** An order is on its way. */
  ordering: boolean;
  /** Back to the calendar; what is held goes over to what is chosen next. */
  startOver: () => void;
}

const saveGuests = inTurn(saveActivityGuests);

const Context = createContext<Activity | null>(null);

export function useActivity(): Activity {
  const activity = use(Context);
  if (!activity) throw new Error("useActivity outside of ActivityProvider");
  return activity;
}

const problemOf = (error: unknown, path: string) =>
  error instanceof ApiProblem ? error : new ApiProblem(0, {}, path);

/** The same places for the same people at the same price. */
const isSame = (one: SeenActivity | null, other: SeenActivity | null) =>
  one !== null && JSON.stringify(one) === JSON.stringify(other);

/** Nothing is known here of what another window ordered. */
const UNKNOWN = { chosen: null, price: null, belongs: null };

const isBooked = (error: unknown) => hasCode(error, "ALREADY_COMMITTED");

/** What stands on the bill. */
const seenIn = ({ chosen, price }: Pick<ActivityState, "chosen" | "price">): SeenActivity | null =>
  chosen &&
  price && {
    expected_instance_id: chosen.instance.id,
    expected_adults: price.adults,
    expected_children: price.children,
    expected_total: price.grand_total,
  };

export function ActivityProvider({ children }: { children: ReactNode }) {
  const { property } = useBooking();
  const { language } = useI18n();
  const [basket, dropBasket] = useStayBasket();
  const [state, setState] = useState(() => within(recall(property.id), basket));
  const [ordering, setOrdering] = useState(false);
  /** The booking under way, also while it is on its way, and after its guest has gone back. */
  const held = useRef<Promise<StartedAccess> | null>(null);
  /** Of several calls of a kind the last one counts. */
  const turn = useRef(0);

  useEffect(() => keep(property.id, state), [property.id, state]);

  const { access: own, chosen, party, confirmed } = state;
  // to ask what it costs is enough
  useHolder(
    useMemo(
      () =>
        own && chosen && party && !confirmed
          ? () => void activityPrice(property.id, chosen.instance.id, party, own).catch(() => undefined)
          : null,
      [property.id, own, chosen, party, confirmed],
    ),
  );

  const value = useMemo<Activity>(() => {
    const change = (next: Partial<ActivityState>) => setState((before) => ({ ...before, ...next }));
    /** Another window chose something else meanwhile: it is shown as it is held now. */
    async function readAnew(own: StartedAccess, problem: ApiProblem): Promise<void> {
      try {
        const saved = await saveActivityGuests(property.id, own, { contact_info: state.guest ?? {} });
        const { price, client_visible_data } = saved;
        const { activity_instance_id, adults, children } = price;
        const day = dayOf(activity_instance_id);
        const { dates, activity_templates } = await activityCalendar(property.id, [day, day], own);
        const instance = dates[0]?.activities.find(({ id }) => id === activity_instance_id);
        if (!instance) throw problem;
        const template = activity_templates.find(({ id }) => id === instance.activity_template_id) ?? null;
        const chosen = { instance, template };
        const types = client_visible_data.payment_types;
        change({ chosen, party: { adults, children }, price, types, paid: false, changed: true });
      } catch {
        change({ start: { kind: "failed", problem }, paid: false });
      }
    }
    /** It is booked: now, or before without its guest having heard of it. */
    async function order(own: StartedAccess, as: NonNullable<ActivityState["ordered"]>) {
      const seen = seenIn(as);
      if (!seen) throw new ApiProblem(0, {}, "confirm");
      const confirmed = await confirmActivity(property.id, own, seen, language);
      const isIt = confirmed.activity_instance_id === seen.expected_instance_id;
      change({ confirmed, ordered: isIt ? as : UNKNOWN, refused: null });
      return confirmed;
    }
    const access = () => held.current ?? (state.access ? Promise.resolve(state.access) : null);
    function startOver(stay: StayBasket | null) {
      turn.current += 1;
      if (state.confirmed) held.current = null;
      setState((before) => within(another(before), stay));
    }
    return {
      state,
      ordering,
      change,
      basket,
      leaveStay() {
        dropBasket();
        startOver(null);
      },
      type: (next) => setState((before) => ({ ...before, draft: { ...before.draft, ...next } })),
      begin(chosen, party, told) {
        turn.current += 1;
        const mine = turn.current;
        const stay = basket && hasDay(basket, chosen.instance.date) ? basket.right : null;
        const belongs = stay ? "stay" : basket ? "itself" : state.belongs;
        const key = state.key ?? newKey();
        change({
          chosen,
          party,
          belongs,
          key,
          changed: false,
          refused: null,
          price: told,
          start: { kind: "waiting" },
          paid: false,
          types: null,
          save: { kind: "none" },
        });
        // what is held, or is about to be, goes over to this one: nobody is kept from their own places
        const former = held.current?.catch(() => state.access) ?? Promise.resolve(state.access);
        const under = async (key: string, right: typeof stay) =>
          startActivity(property.id, chosen.instance.id, party, await former, right, key);
        const start = (right: typeof stay) =>
          under(key, right).catch(async (error: unknown) => {
            // what was begun under a key whose answer never came is over by now: another one begins
            if (key !== state.key || !hasCode(error, "BATCH_EXPIRED", "ALREADY_COMMITTED")) throw error;
            if (isBooked(error) && (await former)) throw error;
            const anew = newKey();
            change({ key: anew });
            return under(anew, right);
          });
        const started = start(stay).catch((error: unknown) => {
          // a stay that can no longer be added to keeps nobody from booking
          if (!stay || !isOfStay(error)) throw error;
          dropBasket();
          change({ stay: "", belongs: "itself" });
          return start(null);
        });
        held.current = started;
        started.then(
          ({ id, session_id, token, price }) => {
            const access = { id, session_id, token };
            const done = { access, key: null };
            // what was ordered before made way for this one: it cannot come through any more, unless it is the same
            if (!isSame(state.ordered && seenIn(state.ordered), seenIn({ chosen, price }))) {
              keepSideOrder(property.id, "activity", false);
              change({ ordered: null });
            }
            change(mine === turn.current ? { ...done, price, start: { kind: "done" } } : done);
          },
          async (refused: unknown) => {
            if (mine !== turn.current) return;
            held.current = null;
            let error = refused;
            const before = await former;
            // the one before was ordered, and came through without its guest having heard of it: no other is begun
            if (isBooked(error) && before) {
              held.current = Promise.resolve(before);
              try {
                await order(before, state.ordered ?? { chosen, price: told, belongs: null });
                return;
              } catch (silent) {
                error = silent;
              }
            }
            const problem = problemOf(error, "start");
            // without an answer nobody knows whether it is held; the same call again finds it
            const failed = { start: { kind: "failed", problem }, price: null } as const;
            change({ ...failed, ...(!isUnclear(problem) && { key: null }) });
          },
        );
      },
      save(party, guest) {
        const mine = turn.current;
        change({ guest, save: { kind: "waiting" }, types: null, paid: false });
        const own = access();
        if (!own) return;
        own
          .then((open) => saveGuests(property.id, open, { ...party, contact_info: guest }))
          .then(({ client_visible_data, price }) => {
            const types = client_visible_data.payment_types;
            if (mine === turn.current) change({ save: { kind: "done" }, price, types });
          })
          .catch(async (refused: unknown) => {
            if (mine !== turn.current) return;
            let error = refused;
            const own = isBooked(error) && (await access());
            if (own) {
              try {
                await order(own, state.ordered ?? state);
                return;
              } catch (silent) {
                error = silent;
              }
            }
            change({ save: { kind: "failed", problem: problemOf(error, "basic-info") } });
          });
      },
      async pay(payment_source) {
        const mine = turn.current;
        const own = await access();
        const seen = seenIn(state);
        if (!own || !seen) throw new ApiProblem(0, {}, "payment-method");
        try {
          await payActivity(property.id, own, { payment_source, ...seen }, language);
        } catch (error) {
          if (mine !== turn.current) throw error;
          if (hasCode(error, "ACTIVITY_CHANGED")) await readAnew(own, error);
          const quote = hasCode(error, "PRICE_CHANGED") ? error.body.quote : undefined;
          if (quote) change({ price: quote });
          throw error;
        }
      },
      async confirm(as = state) {
        const mine = turn.current;
        const own = await access();
        if (!own || !seenIn(as)) throw new ApiProblem(0, {}, "confirm");
        const { chosen, price, belongs } = as;
        const ordered = { chosen, price, belongs };
        // what is booked is read anew, and in no doubt
        if (state.confirmed) return order(own, state.ordered ?? ordered);
        change({ ordered, refused: null });
        setOrdering(true);
        keepSideOrder(property.id, "activity", true);
        try {
          return await order(own, ordered);
        } catch (error) {
          if (!isUnclear(error)) {
            keepSideOrder(property.id, "activity", false);
            change({ ordered: null, refused: chosen?.instance ?? null });
          }
          if (mine !== turn.current) throw error;
          if (hasCode(error, "ACTIVITY_CHANGED", "PRICE_CHANGED")) await readAnew(own, error);
          throw error;
        } finally {
          setOrdering(false);
        }
      },
      startOver: () => startOver(basket),
    };
  }, [property.id, language, state, ordering, basket, dropBasket]);

  return <Context value={value}>{children}</Context>;
}
