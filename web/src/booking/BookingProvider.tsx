/** The booking for every step: `useBooking()`. State and its rules are in `state.ts`; here is what talks to the server. */
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  api,
  type BatchAccess,
  type BookingProfile,
  type LoggedInUser,
  mayHold,
  onUnconverted,
  type Property,
} from "../api";
import { say } from "../ui";
import { useBusinessDay } from "./business-day";
import { setClock } from "./clock";
import { type FlowFacts, type StepName, stepsFor } from "./flow";
import type { Names } from "./names";
import { forget, keep, keepCurrency, recallCurrency } from "./persist";
import { limitsOf, type SearchLimits } from "./search-data";
import { hasPackage } from "./selection";
import { type BookingAction, type BookingState, bookingReducer, emptyBooking } from "./state";

/** Where the guest stands and what the steps may do. */
export interface Booking {
  property: Property;
  /** The query parameters the page was opened with and what was added since. */
  query: URLSearchParams;
  user: LoggedInUser | null;
  /** Names of rooms, rates and the rest in the guest's language. */
  names: Names;
  state: BookingState;
  /** What it is by now, also before it is drawn: for what comes after an answer that took its time. */
  now: RefObject<BookingState>;
  dispatch: (action: BookingAction) => void;
  /** What is under way has moved the step on: its flag clears a moment later (ROOMS-46, WIZ-27). */
  movedOn: () => void;
  limits: SearchLimits;
  facts: FlowFacts;
  steps: StepName[];
  /** The hotel's currency, which the guest pays in. */
  currency: string;
  /** The currency in which prices are shown before anything is paid. */
  shownCurrency: string;
  /** What calls that answer prices ask for besides the hotel's currency (CUR-06). */
  conversion: string | undefined;
  /** Shows prices in another currency; the booking starts over (CUR-02). */
  changeCurrency: (code: string) => void;
  /** The batch, another one when this has not so many sessions, or when asked (START-18); whoever goes on with it says so. */
  openBatch: (sessions: number, fresh: boolean) => Promise<OpenBatch>;
  /** Another batch. */
  newBatch: (sessions: number) => Promise<OpenBatch>;
  /** Forgets the stay and gives back what is held; the guest's own details stay. */
  startOver: () => void;
}

/** How long the flag that something is under way outlives the move that follows it. */
const PROGRESS_MS = 200;

export interface OpenBatch {
  batch: BatchAccess;
  profile: BookingProfile;
}

const Context = createContext<Booking | null>(null);

export function useBooking(): Booking {
  const booking = use(Context);
  if (!booking) throw new Error("useBooking outside of BookingProvider");
  return booking;
}

export interface BookingProviderProps {
  property: Property;
  query: URLSearchParams;
  user: LoggedInUser | null;
  names: Names;
  /** From start-up: the profile, or what a reload found again. */
  initial: Partial<BookingState>;
  children: ReactNode;
}

export function BookingProvider(props: BookingProviderProps) {
  const { property: answered, query, user, names, initial, children } = props;
  const [state, setState] = useState<BookingState>({ ...emptyBooking, ...initial });
  const now = useRef(state);
  const dispatch = useCallback((action: BookingAction) => {
    now.current = bookingReducer(now.current, action);
    setState(now.current);
  }, []);
  const business_day = useBusinessDay(answered, query);
  const property = useMemo(() => ({ ...answered, business_day }), [answered, business_day]);
  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(clearing.current), []);
  const movedOn = useCallback(() => {
    const moved = now.current.inProgress;
    clearing.current = setTimeout(() => {
      // what has begun since is not over
      if (now.current.inProgress === moved) dispatch({ type: "IN_PROGRESS", offer: null });
    }, PROGRESS_MS);
  }, [dispatch]);

  const [conversion, setConversion] = useState(() => recallCurrency(property));

  useEffect(() => {
    // a finished booking is kept by its batch alone, so that a reload shows the confirmation again
    const keepThis = () => keep(property.id, state);
    keepThis();
    // a link may have begun another one since, and its guest has gone back from it to this page as it was left
    window.addEventListener("pageshow", keepThis);
    return () => window.removeEventListener("pageshow", keepThis);
  }, [property.id, state]);

  const newBatch = useCallback(
    async (sessions: number) => {
      const access = { key: query.get("key"), token: query.get("token") };
      const profile = await api.newBatch(property.id, sessions, access);
      setClock(profile.answered_at);
      return { batch: { batch_id: profile.batch_id, token: profile.token ?? "" }, profile };
    },
    [property, query],
  );

  const openBatch = useCallback(
    async (sessions: number, fresh: boolean) => {
      const { batch, profile, outcome } = state;
      const usable = profile?.sessions.length === sessions && !outcome?.rooms.length;
      if (batch && usable && !fresh) return { batch, profile };
      return newBatch(sessions);
    },
    [state, newBatch],
  );

  const letGo = useCallback(() => {
    // what there is by now: whoever asks may have waited for an answer first
    const { batch, profile, selected, outcome } = now.current;
    if (batch && !outcome?.rooms.length) {
      const chosen = selected.map((room) => room.session_id);
      // the holds would run out by themselves; letting go now frees the nights for the next guest
      for (const session of new Set([...chosen, ...(profile?.sessions ?? []).filter(mayHold)])) {
        const clear = () => api.clearRate(property.id, batch, session);
        // without a connection it is let go as soon as there is one
        clear().catch(() => {
          window.addEventListener("online", () => clear().catch(() => undefined), { once: true });
        });
      }
    }
    forget(property.id);
  }, [property.id]);

  const startOver = useCallback(() => {
    letGo();
    dispatch({ type: "START_OVER" });
  }, [letGo, dispatch]);

  useEffect(
    () =>
      onUnconverted(() => {
        keepCurrency(property.id, null);
        setConversion(undefined);
      }),
    [property.id],
  );

  const changeCurrency = useCallback(
    (code: string) => {
      const other = code === property.currency ? null : code;
      keepCurrency(property.id, other);
      setConversion(other ?? undefined);
      letGo();
      // what was said of the choice before is over with it
      say("");
      dispatch({ type: "REPRICED", currency: code });
    },
    [property, letGo, dispatch],
  );

  const value = useMemo<Booking>(() => {
    const restrictions = state.profile?.restrictions.booking_profile;
    const companyPays = state.selected.length > 0 && state.selected.every((room) => room.mop === "COMPANY");
    const facts: FlowFacts = {
      profile: restrictions
        ? {
            restrictedAddons: restrictions.restricted_addons.length,
            restrictedGuaranteeTypes: restrictions.restricted_guarantee_types.length,
            // PAY-11: nothing is asked for what a company pays
            guaranteeRequired: restrictions.guarantee_required_to_book && !companyPays,
          }
        : null,
      loyaltyFlow: property.website_config.enable_loyalty_flow,
      loggedIn: Boolean(user?.account_number),
      allowRedeemPoints: user?.allow_redeem_points ?? false,
      bookWithPoints: state.withPoints && (user?.allow_redeem_points ?? false),
      hasPackage: hasPackage(state.selected),
      editing: Boolean(state.profile?.existing_reservation),
      selectedRooms: state.selected.length,
      searchedRooms: state.search?.rooms.length ?? 1,
      // rooms that were taken together have a session each: each of them is changed by itself
      multiRoom: property.website_config.enable_multi_room_booking && !state.profile?.sessions[1],
      packageType: query.has("package_type"),
    };
    return {
      property,
      query,
      user,
      names,
      state,
      now,
      dispatch,
      movedOn,
      limits: limitsOf(property, state.profile?.max_los),
      facts,
      steps: stepsFor(facts),
      currency: property.currency || "USD",
      shownCurrency: conversion ?? (property.currency || "USD"),
      conversion,
      changeCurrency,
      openBatch,
      newBatch,
      startOver,
    };
  }, [
    property,
    query,
    user,
    names,
    state,
    conversion,
    changeCurrency,
    openBatch,
    newBatch,
    startOver,
    dispatch,
    movedOn,
  ]);

  return <Context value={value}>{children}</Context>;
}
