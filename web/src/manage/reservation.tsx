/** The reservation that was looked up, for every screen of managing it. A reload finds it again by its token. */
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type FoundExtra, type FoundReservation, findReservation, hasCode, type LookUp } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { useHere } from "../booking/go";
import { forgetLookUp, keepLookUp, keptLookUp } from "../booking/looked-up";
import { useI18n } from "../i18n";
import { FORM } from "./closed";
import { keepUntold, type Told, takeUntold } from "./untold";

/** `gone`: nothing is looked up; `failed`: what was could not be read just now. */
export type Reading = "loading" | "gone" | "failed";

export interface Managed {
  found: FoundReservation | null;
  /** What was looked up is an activity or an event. */
  extra: FoundExtra | null;
  reading: Reading;
  /** Looks a reservation up and keeps it, if it is `wanted` still; throws `ApiProblem`. */
  lookUp: (query: LookUp, wanted: () => boolean) => Promise<unknown>;
  /** Goes over to another room of the booking, by its own token; not any more once the guest is on another screen. */
  open: (token: string) => Promise<unknown>;
  /** Reads it anew, after a change of its own; `null` where it is no stay any more, or could not be read. */
  again: () => Promise<FoundReservation | null>;
  /** The same for whoever is back from elsewhere: what cannot be read just now stays as it was. */
  look: () => Promise<FoundReservation | null>;
  /** The same after a no of the server; what could not be read is read anew where the next screen begins. */
  check: () => Promise<FoundReservation | null>;
  /**
   * After an answer that did not come through: whether what stands now, of what the act's `token` opens, shows that it was
   * done. Where it does not, or cannot be read, the next screen begins with reading anew what is shown.
   */
  wasDone: (token: string, shows: (now: FoundReservation | FoundExtra) => boolean) => Promise<boolean>;
  /** Lets it go, unless `of` another one is shown by now: false then; what is to be told where the guest lands, and whether that is that all is done. */
  leave: (told?: string, of?: string, done?: boolean) => boolean;
  /** Told once, on the screen of its address. */
  told: Told | null;
  tell: (told: Told | null) => void;
}

const Context = createContext<Managed | null>(null);

export function useReservation(): Managed {
  const managed = use(Context);
  if (!managed) throw new Error("useReservation outside of ReservationProvider");
  return managed;
}

export function ReservationProvider(props: {
  /** What the e-mail's link names, `cut` where a part of it is missing. */
  link: LookUp | "cut" | null;
  /** The address of the screen. */
  path: string;
  children: ReactNode;
}) {
  const { link, path, children } = props;
  const { t, language } = useI18n();
  const { property } = useBooking();
  const [found, setFound] = useState<FoundReservation | null>(null);
  const [extra, setExtra] = useState<FoundExtra | null>(null);
  const [reading, setReading] = useState<Reading>("loading");
  const [told, setTold] = useState<Told | null>(null);
  const here = useHere();
  const last = useRef<LookUp | null>(null);
  // what is shown, by its number: what was asked of one is not shown over another
  const shown = useRef<string | null>(null);
  // the language that what is shown speaks
  const spoken = useRef(language);
  // the room that the guest wants to go over to
  const wantedRoom = useRef<string | null>(null);
  // counts what the guest did: an answer that nobody asked for does not undo it
  const acts = useRef(0);
  // what is shown may not be so any more
  const doubted = useRef(false);

  const tell = useCallback(
    (next: Told | null) => {
      if (here()) setTold(next);
      else if (next) keepUntold(property.id, next);
    },
    [here, property.id],
  );

  const show = useCallback(
    (next: FoundReservation | FoundExtra, inLanguage: string) => {
      acts.current += 1;
      doubted.current = false;
      spoken.current = inLanguage;
      shown.current = next.conf_num;
      keepLookUp(property.id, next);
      setFound("extra" in next ? null : next);
      setExtra("extra" in next ? next : null);
    },
    [property.id],
  );

  const lookUp = useCallback(
    async (query: LookUp, wanted: () => boolean) => {
      const next = await findReservation(query, language);
      if (!wanted() || !here()) return null;
      show(next, language);
      return "extra" in next ? null : next;
    },
    [language, show, here],
  );

  const leave = useCallback(
    (text?: string, of?: string, done?: boolean) => {
      acts.current += 1;
      // what was done to one room of a booking shows in the others
      doubted.current = of !== undefined && shown.current !== of;
      if (doubted.current) return false;
      tell(text ? { text, at: FORM, of, done } : null);
      // what is looked up by now may be another
      if (!here()) return true;
      shown.current = null;
      forgetLookUp(property.id);
      setFound(null);
      setExtra(null);
      setReading("gone");
      return true;
    },
    [property.id, tell, here],
  );

  const read = useCallback(
    async (query: LookUp | null, asked?: () => boolean) => {
      if (!query) {
        leave();
        return null;
      }
      const before = shown.current;
      const wanted = asked ?? (() => shown.current === before);
      setReading("loading");
      last.current = query;
      try {
        return await lookUp(query, wanted);
      } catch (error) {
        if (!wanted() || !here()) return null;
        if (hasCode(error, "LOOK_UP_EXPIRED")) leave(t("lbl_look_up_expired"));
        else if (hasCode(error, "RESERVATION_UNKNOWN"))
          leave("link" in query ? t("lbl_link_not_read") : undefined);
        else {
          // what may have changed meanwhile is not shown as it was
          setFound(null);
          setExtra(null);
          setReading("failed");
        }
        return null;
      }
    },
    [leave, lookUp, t, here],
  );

  // once: what the address names, else what the tab had looked up before
  // biome-ignore lint/correctness/useExhaustiveDependencies: later look-ups are the guest's own
  useEffect(() => {
    const untold = takeUntold(property.id);
    if (link === "cut") return void leave(t("lbl_link_not_read"));
    const kept = keptLookUp(property.id);
    const query = link ?? (kept ? { request_id: kept } : null);
    void read(query);
    // without a look-up every screen gives way to the form
    if (untold) tell({ ...untold, at: query ? path : FORM });
  }, [property.id]);

  const again = useCallback(async () => {
    const kept = keptLookUp(property.id);
    // a look-up that has never come through is tried again as it was
    return read((found || extra) && kept ? { request_id: kept } : last.current);
  }, [property.id, read, found, extra]);

  const look = useCallback(async () => {
    const [kept, before] = [keptLookUp(property.id), acts.current];
    if (!kept) return null;
    try {
      const next = await findReservation({ request_id: kept }, language);
      if (acts.current !== before || !here()) return null;
      show(next, language);
      return "extra" in next ? null : next;
    } catch (error) {
      console.warn("the reservation could not be read again", error);
      return null;
    }
  }, [property.id, language, show, here]);

  const check = useCallback(() => {
    doubted.current = true;
    return look();
  }, [look]);

  // in another language it is read anew; until that is there it stays as it is
  useEffect(() => {
    if ((found || extra) && spoken.current !== language) void look();
  }, [found, extra, language, look]);

  const wasDone = useCallback(
    async (request_id: string, shows: (now: FoundReservation | FoundExtra) => boolean) => {
      doubted.current = true;
      const now = await findReservation({ request_id }, language).catch(() => null);
      return now ? shows(now) : false;
    },
    [language],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: only moving on asks again
  useEffect(() => {
    if (!doubted.current) return;
    doubted.current = false;
    setFound(null);
    setExtra(null);
    void again();
  }, [path]);

  const open = useCallback(
    (token: string) => {
      // what is told is of the one before
      tell(null);
      wantedRoom.current = token;
      return read({ request_id: token }, () => wantedRoom.current === token);
    },
    [read, tell],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever moves on stays with the room that they have
  useEffect(() => {
    wantedRoom.current = null;
  }, [path]);

  const value = useMemo(
    () => ({ found, extra, reading, lookUp, open, again, look, check, wasDone, leave, told, tell }),
    [found, extra, reading, lookUp, open, again, look, check, wasDone, leave, told, tell],
  );
  return <Context value={value}>{children}</Context>;
}
