/** The booking of an activity for every step of it: `useActivity()`. */
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from "react";
import {
  ApiProblem,
  type ConfirmedActivity,
  confirmActivity,
  type Guest,
  hasCode,
  type Party,
  payActivity,
  type StartedAccess,
  saveActivityGuests,
  startActivity,
} from "../api";
import type { GuaranteeDetails } from "../api/types";
import { useBooking } from "../booking/BookingProvider";
import { keepBasket, recallBasket } from "../booking/basket";
import { isOfStay } from "../booking/stay-refusal";
import { useI18n } from "../i18n";
import { type ActivityState, another, type Chosen, keep, recall, within } from "./state";

export interface Activity {
  state: ActivityState;
  change: (next: Partial<ActivityState>) => void;
  /** Keeps what is typed, beside what was typed before. */
  type: (next: ActivityState["draft"]) => void;
  /** Holds the places; nobody waits for it but the next call (ACT-14). */
  begin: (chosen: Chosen, party: Party) => void;
  /** Saves who comes, once the places are held (ACT-25). */
  save: (party: Party, guest: Guest) => void;
  /** Throws `ApiProblem`. */
  pay: (source: GuaranteeDetails) => Promise<void>;
  /** Throws `ApiProblem`. */
  confirm: () => Promise<ConfirmedActivity>;
  /** Back to the calendar; what is held goes over to what is chosen next. */
  startOver: () => void;
}

const Context = createContext<Activity | null>(null);

export function useActivity(): Activity {
  const activity = use(Context);
  if (!activity) throw new Error("useActivity outside of ActivityProvider");
  return activity;
}

const problemOf = (error: unknown, path: string) =>
  error instanceof ApiProblem ? error : new ApiProblem(0, {}, path);

export function ActivityProvider({ children }: { children: ReactNode }) {
  const { property } = useBooking();
  const { language } = useI18n();
  const [state, setState] = useState(() => within(recall(property.id), recallBasket(property.id)));
  /** The booking under way, also while it is on its way, and after its guest has gone back. */
  const held = useRef<Promise<StartedAccess> | null>(null);
  /** Of several calls of a kind the last one counts. */
  const turn = useRef(0);

  useEffect(() => keep(property.id, state), [property.id, state]);

  const value = useMemo<Activity>(() => {
    const change = (next: Partial<ActivityState>) => setState((before) => ({ ...before, ...next }));
    const access = () => held.current ?? (state.access ? Promise.resolve(state.access) : null);
    return {
      state,
      change,
      type: (next) => setState((before) => ({ ...before, draft: { ...before.draft, ...next } })),
      begin(chosen, party) {
        turn.current += 1;
        const mine = turn.current;
        change({
          chosen,
          party,
          price: null,
          start: { kind: "waiting" },
          paid: false,
          types: null,
          save: { kind: "none" },
        });
        const stay = recallBasket(property.id)?.right ?? null;
        // what is held, or is about to be, goes over to this one: nobody is kept from their own places
        const former = held.current?.catch(() => state.access) ?? Promise.resolve(state.access);
        const start = async (right: typeof stay) =>
          startActivity(property.id, chosen.instance.id, party, await former, right);
        const started = start(stay).catch((error: unknown) => {
          // a stay that can no longer be added to keeps nobody from booking
          if (!stay || !isOfStay(error)) throw error;
          keepBasket(property.id, null);
          change({ stay: "" });
          return start(null);
        });
        held.current = started;
        started.then(
          ({ id, session_id, token, price }) => {
            const access = { id, session_id, token };
            change(mine === turn.current ? { access, price, start: { kind: "done" } } : { access });
          },
          (error: unknown) => {
            if (mine !== turn.current) return;
            held.current = null;
            change({ start: { kind: "failed", problem: problemOf(error, "start") } });
          },
        );
      },
      save(party, guest) {
        const mine = turn.current;
        change({ guest, save: { kind: "waiting" }, types: null, paid: false });
        const own = access();
        if (!own) return;
        own
          .then((open) => saveActivityGuests(property.id, open, { ...party, contact_info: guest }))
          .then(({ client_visible_data, price }) => {
            const types = client_visible_data.payment_types;
            if (mine === turn.current) change({ save: { kind: "done" }, price, types });
          })
          .catch((error: unknown) => {
            if (mine === turn.current)
              change({ save: { kind: "failed", problem: problemOf(error, "basic-info") } });
          });
      },
      async pay(payment_source) {
        const own = await access();
        if (!own || !state.price) throw new ApiProblem(0, {}, "payment-method");
        try {
          await payActivity(property.id, own, { payment_source, expected_total: state.price.grand_total });
          change({ paid: true });
        } catch (error) {
          const quote = hasCode(error, "PRICE_CHANGED") ? error.body.quote : undefined;
          if (quote) change({ price: quote });
          throw error;
        }
      },
      async confirm() {
        const own = await access();
        if (!own) throw new ApiProblem(0, {}, "confirm");
        const confirmed = await confirmActivity(property.id, own, language);
        change({ confirmed });
        return confirmed;
      },
      startOver() {
        turn.current += 1;
        if (state.confirmed) held.current = null;
        setState((before) => within(another(before), recallBasket(property.id)));
      },
    };
  }, [property.id, language, state]);

  return <Context value={value}>{children}</Context>;
}
