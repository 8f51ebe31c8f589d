/** The event for every step of it: `useEvent()`. The server keeps it; the tab keeps what opens it and what was typed. */
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  type AgreedEvent,
  ApiProblem,
  confirmEvent,
  type EventAccess,
  type EventContact,
  type EventGuarantee,
  type EventState,
  guaranteeEvent,
  hasCode,
  newEvent,
  type PackageChoice,
  readEvent,
  type SubEventsSetup,
  saveEventContact,
  savePackages,
  takeSpaces,
} from "../api";
import { useBooking } from "../booking/BookingProvider";
import type { StayBasket } from "../booking/basket";
import { type Belongs, useStayBasket } from "../booking/ForStay";
import { inTurn } from "../booking/in-turn";
import { isUnclear } from "../booking/payment/refusal";
import { type Refused, refusedOf, useSideOrder } from "../booking/payment/side-order";
import { isOfStay } from "../booking/stay-refusal";
import { useHolder } from "../booking/use-holder";
import { useI18n } from "../i18n";
import { isOfOther, type Kept, keep, left, recall, within } from "./kept";
import { eventSteps } from "./steps";

export interface Event {
  /** What opens it; null before a kind of event is known. */
  access: (EventAccess & { eventType: string }) | null;
  /** As far as it has come; null before anything is read. */
  event: EventState | null;
  /** True while a reload looks for it, and while it could not be read. */
  reading: boolean;
  /** Why it could not be read just now; it is still there. */
  unread: unknown;
  /** Reads it anew, and shows where it stands. */
  readAgain: () => void;
  /** It ran out: told on the first step. */
  expired: boolean;
  /** The server has it no more: told where something was held, and begun anew. */
  end: () => void;
  /** The stay that it becomes a part of. */
  basket: StayBasket | null;
  /** It was begun for another stay: over once its guest is back at the spaces. */
  ofOther: boolean;
  belongs: Belongs;
  /** It is booked by itself. */
  leaveStay: () => void;
  /** What stands on the bill and its guest agrees to; what is read after an order does not change what was ordered. */
  agreed: AgreedEvent | null;
  /** An order was sent, and its guest knows of no end. */
  ordered: boolean;
  /** Its answer is waited for. */
  underWay: boolean;
  /** Why it was not booked; `mend` says that its guest goes on. */
  refused: Refused | null;
  mend: () => void;
  /** Its guest has been told that it is booked; `see` says so. */
  seen: boolean;
  see: () => void;
  /** What was typed into the contact form. */
  draft: Readonly<Record<string, string>>;
  type: (next: Readonly<Record<string, string>>) => void;
  /** Begins one of a kind (API-54). */
  begin: (eventType: string) => Promise<void>;
  /** The steps; each throws `ApiProblem` and reads the event anew. */
  take: (body: SubEventsSetup) => Promise<void>;
  /** One after the other, in the order of the guest's choices. */
  choosePackages: (body: PackageChoice[]) => Promise<void>;
  /** Packages that the server has not got: they are on their way, or could not be saved. */
  choosing: { body: readonly PackageChoice[]; failed: boolean } | null;
  saveContact: (body: EventContact) => Promise<void>;
  /** Details or packages are on their way: nothing is ordered before they are saved. */
  saving: boolean;
  guarantee: (body: EventGuarantee) => Promise<void>;
  /** Orders it, or once more what was ordered. */
  confirm: () => void;
  /** Another event: what was typed stays. */
  startOver: () => void;
}

const saveInTurn = inTurn(saveEventContact);

/** What opens it, alone. */
const bare = ({ event_id, session_id, token }: EventAccess): EventAccess => ({ event_id, session_id, token });

const Context = createContext<Event | null>(null);

export function useEvent(): Event {
  const event = use(Context);
  if (!event) throw new Error("useEvent outside of EventProvider");
  return event;
}

/** The event can no longer be reached: its time is over, or it was another server's. */
export const isGone = (error: unknown) => hasCode(error, "BATCH_EXPIRED", "BATCH_UNKNOWN", "SECRET_MISSING");

/** What came of an order. Where it has gone nothing is booked; where nobody knows, it is neither booked nor refused. */
interface End {
  gone?: boolean;
  refused?: Refused | null;
  /** As it stands by then. */
  event?: Partial<EventState> | null;
}

/** What comes of an order; a refusal is kept at once, for its screens may be left by then. */
async function order(
  property: number,
  own: EventAccess,
  agreed: AgreedEvent,
  shown: Parameters<typeof readEvent>[2],
): Promise<End> {
  try {
    return { event: { confirmation: await confirmEvent(property, own, agreed, shown) } };
  } catch (error) {
    if (isGone(error)) return { gone: true };
    // what is booked already is read
    const refused = isUnclear(error) || hasCode(error, "ALREADY_COMMITTED") ? null : refusedOf(error);
    const kept = recall(property);
    if (refused && kept.access?.event_id === own.event_id)
      keep(property, { ...kept, ordered: null, refused });
    return { refused, event: await readEvent(property, own, shown).catch(() => null) };
  }
}

/** `path` is the address that the page was opened at. */
export function EventProvider({ path, children }: { path: string; children: ReactNode }) {
  const { property, conversion } = useBooking();
  const { language } = useI18n();
  const [onTheWay] = useState(() => eventSteps.stepOfPath(path) !== eventSteps.steps[0]);
  const [basket, dropBasket] = useStayBasket();
  const [kept, setKept] = useState<Kept>(() => within(recall(property.id), basket));
  const [event, setEvent] = useState<EventState | null>(null);
  const [reading, setReading] = useState(kept.access !== null);
  const [unread, setUnread] = useState<unknown>(null);
  const [expired, setExpired] = useState(false);
  const [saving, setSaving] = useState(0);
  const [choosing, setChoosing] = useState<Event["choosing"]>(null);
  const [choiceInTurn] = useState(() => inTurn((send: () => Promise<void>) => send()));
  const { access, draft, ordered } = kept;
  const shown = useMemo(
    () => ({ language_code: language, conversion_currency: conversion }),
    [language, conversion],
  );

  useEffect(() => keep(property.id, kept), [property.id, kept]);

  /** How often it was begun anew. */
  const turn = useRef(0);
  const beginAnew = useCallback((stay: StayBasket | null) => {
    turn.current += 1;
    setEvent(null);
    setChoosing(null);
    setUnread(null);
    setReading(false);
    setKept((before) => within(left(before), stay));
  }, []);
  const startOver = useCallback(() => beginAnew(basket), [beginAnew, basket]);

  /** What has gone is told once, and the guest begins anew with everything typed still there. */
  const lose = useCallback(() => {
    setExpired(true);
    startOver();
  }, [startOver]);

  const { underWay, follow } = useSideOrder(access?.event_id, ({ gone, refused, event }: End) => {
    if (gone) return lose();
    if (event) setEvent((before) => before && { ...before, ...event });
    if (refused) setKept((before) => ({ ...before, ordered: null, refused }));
  });

  const latest = useRef({ access, shown });
  latest.current = { access, shown };
  const readAs = useRef<readonly unknown[]>([]);
  const reads = useRef({ sent: 0, told: 0 });
  /** Reads it as it is to be shown by then; what was asked for before what is told already says nothing new. */
  const read = useCallback(
    async (own: EventAccess, isOver: () => boolean) => {
      let as: typeof shown;
      do {
        as = latest.current.shown;
        reads.current.sent += 1;
        const nth = reads.current.sent;
        const state = await readEvent(property.id, own, as);
        if (isOver() || nth < reads.current.told) return;
        reads.current.told = nth;
        readAs.current = [own, as];
        setEvent((before) => (before?.confirmation && !state.confirmation ? before : state));
      } while (as !== latest.current.shown);
    },
    [property.id],
  );

  // a reload, another language, another currency
  const found = useRef(event);
  found.current = event;
  const untold = useRef<unknown>(null);
  untold.current = ordered ?? kept.refused;
  const end = useCallback(() => {
    if (found.current?.sub_events.length) lose();
    else startOver();
  }, [lose, startOver]);
  useEffect(() => {
    // what is read before the end of an order does not tell it
    if (!access || unread || underWay || (!reading && !found.current)) return;
    // that it has been read is no reason to read it again
    if (!reading && readAs.current[0] === access && readAs.current[1] === shown) return;
    let gone = false;
    read(access, () => gone).then(
      () => gone || setReading(false),
      (error: unknown) => {
        if (gone || found.current) return;
        // a server that does not answer just now has still got it
        if (!isGone(error)) return setUnread(error);
        // whoever was on the way is told; who opens the first step anew has lost nothing, unless it was ordered
        if (onTheWay || untold.current) lose();
        else startOver();
      },
    );
    return () => {
      gone = true;
    };
  }, [access, shown, reading, underWay, unread, read, onTheWay, lose, startOver]);

  const readAgain = useCallback(() => {
    setUnread(null);
    setEvent(null);
    setReading(true);
  }, []);

  const step = useCallback(
    async (run: (own: EventAccess) => Promise<unknown>) => {
      if (!access) throw new ApiProblem(0, {}, "event");
      // an answer about an event that was left says nothing of the next one
      const wasLeft = () => latest.current.access?.event_id !== access.event_id;
      try {
        await run(access);
        await read(access, wasLeft);
        if (!wasLeft()) setExpired(false);
      } catch (error) {
        if (wasLeft()) throw error;
        if (isGone(error)) lose();
        // what the guest sees is no longer so, or perhaps: it is told and shown as it is now, perhaps as booked
        else if (
          isUnclear(error) ||
          hasCode(
            error,
            "ALREADY_COMMITTED",
            "SPACE_CHANGED",
            "PRICE_CHANGED",
            "CANCELLATION_CHANGED",
            "GUARANTEE_REQUIRED",
          )
        )
          await read(access, wasLeft).catch(() => undefined);
        throw error;
      }
    },
    [access, read, lose],
  );

  const holds = access && event && !event.confirmation && event.sub_events.length > 0;
  // reading it is enough
  useHolder(
    useMemo(
      () => (holds ? () => void readEvent(property.id, access, shown).catch(() => undefined) : null),
      [holds, property.id, access, shown],
    ),
  );

  const agreed = useMemo(
    () => ordered ?? (event && { sub_events: event.sub_events, bill: event.client_visible_data.summary }),
    [ordered, event],
  );
  const value = useMemo<Event>(
    () => ({
      access,
      event,
      reading,
      unread,
      readAgain,
      expired,
      end,
      basket,
      ofOther: isOfOther(kept, basket),
      belongs: kept.belongs,
      leaveStay() {
        dropBasket();
        beginAnew(null);
      },
      agreed,
      ordered: ordered !== null,
      underWay,
      refused: kept.refused,
      mend: () => setKept((before) => ({ ...before, refused: null })),
      seen: kept.seen,
      see: () => setKept((before) => ({ ...before, seen: true, ordered: null })),
      draft,
      type: (next) => setKept((before) => ({ ...before, draft: { ...before.draft, ...next } })),
      async begin(eventType) {
        const mine = turn.current;
        const stay = basket?.right ?? null;
        let [refused, booked] = [false, false];
        const former = access ?? kept.former;
        const begun = newEvent(property.id, eventType, former, stay).catch((error: unknown) => {
          // a stay that can no longer be added to keeps nobody from booking
          if (!stay || !isOfStay(error)) throw error;
          // who has let go of it needs no word of that
          if (mine === turn.current) {
            refused = true;
            dropBasket();
            setKept((before) => ({ ...before, stay: "", belongs: "itself" }));
          }
          return newEvent(property.id, eventType, former, null);
        });
        const answer = await begun.catch((error: unknown) => {
          // the one before came through without its guest having heard of it: it is shown, and no other is begun
          if (former && hasCode(error, "ALREADY_COMMITTED")) {
            booked = true;
            return former;
          }
          if (mine === turn.current) throw error;
          return former;
        });
        // it was begun for a stay that its guest has let go of since: the next one goes on with it
        if (mine !== turn.current || !answer)
          return setKept((before) => ({ ...before, former: answer && bare(answer) }));
        if (booked) setReading(true);
        setEvent(null);
        setChoosing(null);
        setKept((before) => ({
          ...before,
          ...(stay && !refused && !booked && { belongs: "stay" }),
          access: { ...bare(answer), eventType },
          former: null,
          seen: false,
        }));
      },
      take(body) {
        // the space comes with what the server has
        setChoosing(null);
        return step((own) => takeSpaces(property.id, own, body));
      },
      choosePackages(body) {
        setChoosing({ body, failed: false });
        const end = (left: Event["choosing"]) => setChoosing((now) => (now?.body === body ? left : now));
        return choiceInTurn(() => step((own) => savePackages(property.id, own, body))).then(
          () => end(null),
          (error: unknown) => {
            end({ body, failed: true });
            throw error;
          },
        );
      },
      choosing,
      saveContact(body) {
        setSaving((count) => count + 1);
        return step((own) => saveInTurn(property.id, own, body)).finally(() =>
          setSaving((count) => count - 1),
        );
      },
      saving: saving > 0 || choosing?.failed === false,
      guarantee: (body) => step((own) => guaranteeEvent(property.id, own, body)),
      confirm() {
        if (!access || !agreed) return;
        setKept((before) => ({ ...before, ordered: agreed, refused: null }));
        follow(access.event_id, order(property.id, access, agreed, shown));
      },
      startOver,
    }),
    [
      kept,
      access,
      event,
      reading,
      unread,
      readAgain,
      expired,
      end,
      agreed,
      ordered,
      underWay,
      follow,
      saving,
      choosing,
      choiceInTurn,
      basket,
      dropBasket,
      beginAnew,
      draft,
      property.id,
      shown,
      step,
      startOver,
    ],
  );
  return <Context value={value}>{children}</Context>;
}
