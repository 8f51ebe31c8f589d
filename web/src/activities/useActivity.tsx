/** The booking of an activity for every step of it: `useActivity()`. */
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from "react";
import {
  type ActivityPrice,
  ApiProblem,
  activityCalendar,
  activityPrice,
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
import { hasDay, type StayBasket, stayOf } from "../booking/basket";
import { useStayBasket } from "../booking/ForStay";
import { inTurn } from "../booking/in-turn";
import { isUnclear } from "../booking/payment/refusal";
import { refusedOf, useSideOrder } from "../booking/payment/side-order";
import { isOfStay } from "../booking/stay-refusal";
import { useHolder } from "../booking/use-holder";
import { useI18n } from "../i18n";
import {
  type ActivityState,
  type Agreed,
  agreedIn,
  another,
  type Chosen,
  keep,
  newKey,
  recall,
  within,
} from "./state";
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
  /** Another window chose something else meanwhile: it is shown as it is held now. */
  readAnew: (problem: ApiProblem) => Promise<void>;
  /** Orders what stands on the bill, or asks once more what came of it; the end is told in the state. */
  confirm: () => void;
  /** An order is on its way. */
  underWay: boolean;
  /** Reads what is booked anew. */
  readBooked: () => void;
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

/** Nothing is known here of what another window ordered. */
const UNKNOWN = { chosen: null, price: null, belongs: null } as const;

const isBooked = (error: unknown) => hasCode(error, "ALREADY_COMMITTED");

const seenIn = ({ chosen, price }: Agreed): SeenActivity => ({
  expected_instance_id: chosen.instance.id,
  expected_adults: price.adults,
  expected_children: price.children,
  expected_total: price.grand_total,
});

/** What comes of an order, or came of it before; it is kept at once, for its screens may be left by then. */
async function order(
  property: number,
  own: StartedAccess,
  agreed: Agreed,
  language: string,
): Promise<Partial<ActivityState>> {
  const end = await confirmActivity(property, own, seenIn(agreed), language).then(
    (confirmed): Partial<ActivityState> => {
      const { chosen, price } = agreed;
      const isIt =
        confirmed.activity_instance_id === chosen.instance.id &&
        confirmed.adults === price.adults &&
        confirmed.children === price.children &&
        confirmed.grand_total === price.grand_total;
      return { confirmed, ...(isIt ? agreed : UNKNOWN) };
    },
    // without an answer nobody knows; whoever says that the bank was silent has broken off
    (error: unknown) =>
      isUnclear(error) && !hasCode(error, "PAYMENT_UNANSWERED")
        ? {}
        : { ordered: null, refused: refusedOf(error) },
  );
  const kept = recall(property);
  if (kept.access?.id === own.id) keep(property, { ...kept, ...end });
  return end;
}

export function ActivityProvider({ children }: { children: ReactNode }) {
  const { property } = useBooking();
  const { language } = useI18n();
  const [basket, dropBasket] = useStayBasket();
  const [state, setState] = useState(() => within(recall(property.id), basket));
  const { underWay, follow } = useSideOrder(state.access?.id, (end: Partial<ActivityState>) =>
    setState((before) => ({ ...before, ...end })),
  );
  /** The booking under way, also while it is on its way, and after its guest has gone back. */
  const held = useRef<Promise<StartedAccess> | null>(null);
  /** Of several calls of a kind the last one counts. */
  const turn = useRef(0);
  const saves = useRef(0);

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
    /** Unless its guest has gone on to another one by then. */
    const changeOf = ({ id }: StartedAccess, next: Partial<ActivityState>) =>
      setState((before) => (before.access?.id === id ? { ...before, ...next } : before));
    /** True once it is known as booked. */
    async function showBooked(own: StartedAccess, as: Agreed) {
      const end = await order(property.id, own, as, language);
      if (!end.confirmed) return false;
      changeOf(own, end);
      return true;
    }
    /** Whether another one was begun, or more was saved, since. */
    function saveAnew() {
      const mine = turn.current;
      saves.current += 1;
      const nth = saves.current;
      return () => mine !== turn.current || nth !== saves.current;
    }
    const access = () => held.current ?? (state.access ? Promise.resolve(state.access) : null);
    function startOver(stay: StayBasket | null) {
      turn.current += 1;
      if (state.confirmed) held.current = null;
      setState((before) => within(another(before), stay));
    }
    return {
      state,
      underWay,
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
          stay: stayOf(basket),
          belongs,
          key,
          changed: false,
          refused: null,
          price: told,
          start: { kind: "waiting" },
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
            change(mine === turn.current ? { ...done, price, start: { kind: "done" } } : done);
          },
          async (refused: unknown) => {
            const before = await former;
            if (mine !== turn.current) return;
            held.current = null;
            // another window has booked the one before: that is shown, and no other is begun
            if (isBooked(refused) && before) {
              held.current = Promise.resolve(before);
              if (await showBooked(before, { chosen, price: told })) return;
            }
            // another one was begun while that was asked
            if (mine !== turn.current) return;
            const problem = problemOf(refused, "start");
            // without an answer nobody knows whether it is held; the same call again finds it
            const start = { kind: "failed", problem } as const;
            change({ start, ...(!isUnclear(problem) && { key: null, price: null }) });
          },
        );
      },
      save(party, guest) {
        const isOld = saveAnew();
        change({ guest, save: { kind: "waiting" }, types: null });
        const own = access();
        if (!own) return;
        own
          .then((open) => saveGuests(property.id, open, { ...party, contact_info: guest }))
          .then(({ client_visible_data, price }) => {
            const types = client_visible_data.payment_types;
            if (!isOld()) change({ save: { kind: "done" }, price, types });
          })
          .catch(async (refused: unknown) => {
            if (isOld()) return;
            // another window has booked it
            const own = isBooked(refused) && (await access());
            const agreed = agreedIn(state);
            if ((own && agreed && (await showBooked(own, agreed))) || isOld()) return;
            change({ save: { kind: "failed", problem: problemOf(refused, "basic-info") } });
          });
      },
      async pay(payment_source) {
        const own = await access();
        const agreed = agreedIn(state);
        if (!own || !agreed) throw new ApiProblem(0, {}, "payment-method");
        await payActivity(property.id, own, { payment_source, ...seenIn(agreed) }, language);
      },
      async readAnew(problem) {
        const isOld = saveAnew();
        const own = state.access;
        if (!own) return;
        // what was shown is no longer so: it is neither seen nor ordered
        change({ changed: true, price: null, types: null, start: { kind: "done" } });
        let held: Partial<ActivityState>;
        try {
          const saved = await saveGuests(property.id, own, { contact_info: state.guest ?? {} });
          const { price, client_visible_data } = saved;
          const { activity_instance_id, adults, children } = price;
          const day = dayOf(activity_instance_id);
          const { dates, activity_templates } = await activityCalendar(property.id, [day, day], own);
          const instance = dates[0]?.activities.find(({ id }) => id === activity_instance_id);
          if (!instance) throw problem;
          const template = activity_templates.find(({ id }) => id === instance.activity_template_id) ?? null;
          const chosen = { instance, template };
          const types = client_visible_data.payment_types;
          held = { chosen, party: { adults, children }, price, types };
        } catch (error) {
          held = { start: { kind: "failed", problem: problemOf(error, "basic-info") } };
        }
        if (!isOld()) change(held);
      },
      confirm() {
        // what is read meanwhile may end an order, and never changes it
        const [own, agreed] = [state.access, state.ordered ?? agreedIn(state)];
        if (!own || !agreed) return;
        change({ ordered: agreed, refused: null });
        follow(own.id, order(property.id, own, agreed, language));
      },
      readBooked() {
        const [own, agreed] = [state.access, agreedIn(state)];
        if (!own || !agreed) return;
        confirmActivity(property.id, own, seenIn(agreed), language).then(
          (confirmed) => changeOf(own, { confirmed }),
          () => undefined,
        );
      },
      startOver: () => startOver(basket),
    };
  }, [property.id, language, state, underWay, follow, basket, dropBasket]);

  return <Context value={value}>{children}</Context>;
}
