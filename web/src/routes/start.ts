/** Start-up with the real parts: the server, the cookie, the tab's storage. */
import {
  ApiProblem,
  api,
  type BookingProfile,
  holding,
  type Property,
  type ResumedBatch,
  type SelectedRoom,
  setRegion,
} from "../api";
import { setClock } from "../booking/clock";
import { STEP_PATH, type StepName, stepOfPath } from "../booking/flow";
import { isOpenOrder, isUnheard } from "../booking/payment/ordered";
import { keepCurrency, recall, recallCurrency } from "../booking/persist";
import { askPosition } from "../booking/position";
import { asksOtherwise, isFor, limitsOf, type SearchData } from "../booking/search-data";
import { type BookingState, type Outcome, searchedBefore } from "../booking/state";
import type { Rides } from "../booking/transport/rides";
import { knowLocales, languageCookie, loadBuiltIn, localeEntry, startLanguage } from "../i18n";
import { applyAccent } from "../shell/accent";
import { loadFonts } from "../shell/fonts";
import { measures } from "../shell/measures";
import { type Started, startUp } from "../shell/startup";
import { adopt, currentAddress, isOurs, navigate, skipsSearch } from "./address";

/** The hotel's scripts and what it measures with, none of which is on the first screen. */
export const loadTracking = () => import("../booking/tracking/Tracking");

export interface Beginning extends Started {
  /** What the booking begins with: the profile, and what a reload found again. */
  booking: Partial<BookingState>;
}

/**
 * Whether a held room answers what the tab searches for in its place. Another one is left from before a change that was
 * under way: it counts as free for its own guest, and goes with the next choice.
 */
function isAsked(room: SelectedRoom, search: SearchData | null): boolean {
  if (!search) return true;
  const asked = search.rooms[room.room_no - 1];
  return asked !== undefined && isFor(room, asked);
}

function restored(kept: NonNullable<ReturnType<typeof recall>>, found: ResumedBatch): Partial<BookingState> {
  const committed = found.status === "COMMITTED";
  // points that were given up come back with no reload; a booked stay keeps what it was booked with
  const withPoints = kept.withPoints || committed || found.existing_reservation !== null;
  const selected = found.selected_rooms.filter(
    (room) => committed || (isAsked(room, kept.search) && (withPoints || !room.booked_with_points)),
  );
  const wanted = stepOfPath(currentAddress().path.replace("/booking/", ""));
  // who takes one out is on the rooms step themselves
  const gone = wanted && AFTER_ROOMS.has(wanted) && selected.length < found.sessions.length;
  for (const room of found.selected_rooms) if (!selected.includes(room)) holding.add(room.session_id);
  // a tab of before they went by room has them by session
  const rides: Record<string, Rides[number]> = { ...kept.rides };
  for (const { room_no, session_id: old } of selected) if (rides[old]) rides[room_no] ??= rides[old];
  return {
    ...kept,
    rides,
    // the tab kept a change, and this is none: the note of that stays until a room is chosen
    ranOut:
      kept.changing && !found.existing_reservation
        ? { change: kept.changing }
        : isStillOver(kept)
          ? "booking"
          : gone
            ? { of: kept.search }
            : null,
    profile: found,
    selected,
    guest: found.guest,
    guestDraft: { ...(found.guest ?? {}), ...kept.guestDraft },
    outcome: outcomeOf(found),
  };
}

/** How an order that this tab has sent has ended, as far as that is known; one that was heard of was seen, too. */
function outcomeOf({ batch_id, status, confirmation }: ResumedBatch): Outcome | null {
  if (status !== "COMMITTED")
    return isUnheard(batch_id)
      ? { rooms: [], message: null, refusal: { code: "UNCLEAR", night: null } }
      : null;
  return { rooms: confirmation ?? [], message: null, ...(isOpenOrder(batch_id) ? {} : { seen: true }) };
}

/** Who has been on one of these has held a room. */
const AFTER_ROOMS: ReadonlySet<StepName> = new Set(["addons", "pointsRedemption", "information", "payment"]);

type Told = Pick<BookingState, "ranOut" | "before">;

/** It was told before this load, and nothing was searched for since. */
const isStillOver = ({ ranOut, before }: Told) => ranOut === "booking" && before !== null;

/** What of the kept booking is told as over: a search alone loses nothing, a change would become a second stay. */
function ranOut(kept: ReturnType<typeof recall>, { before }: Pick<Told, "before">): BookingState["ranOut"] {
  if (kept?.changing) return { change: kept.changing };
  const over =
    kept && (isStillOver({ ...kept, before }) || kept.visited.some((step) => AFTER_ROOMS.has(step)));
  return over ? "booking" : null;
}

/** How long a kept booking that could not be read is waited for until it is asked for again, in milliseconds. */
const AGAIN_MS = 1_000;
const aMoment = () => new Promise((done) => setTimeout(done, AGAIN_MS));

/** The kept booking; null only when the server says that it is there no more. */
async function resume(read: () => Promise<ResumedBatch>, again = true): Promise<ResumedBatch | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiProblem && [401, 404, 410].includes(error.status)) return null;
    if (!again) throw error;
    await aMoment();
    return resume(read, false);
  }
}

/** How often a booking whose order was not answered is read once more, for its end to come. */
const ORDER_READS = 3;

/** The kept booking; where an order of it is on its way, with what came of that, if it comes soon. */
async function ordered(
  read: () => Promise<ResumedBatch>,
  batch: string,
  left = ORDER_READS,
): Promise<ResumedBatch | null> {
  const found = await resume(read);
  if (left === 0 || found?.status !== "OPEN" || !isUnheard(batch)) return found;
  await aMoment();
  return ordered(read, batch, left - 1);
}

/**
 * Runs start-up once for a hotel. It fails, too, while nobody can say what became of the booking that this tab kept:
 * a new one would take the place of its only key.
 */
export async function begin(
  propertyId: string,
  query: URLSearchParams,
  hideLoader: () => void,
): Promise<Beginning> {
  const access = { key: query.get("key"), token: query.get("token") };
  const kept = recall(Number(propertyId));
  // what came of an order is shown before a link begins anything
  const unheard = kept?.batch && isOpenOrder(kept.batch.batch_id);
  const booking: { state: Partial<BookingState> } = { state: {} };
  let resumed: Promise<ResumedBatch | null> = Promise.resolve(null);

  async function profile(property: Property): Promise<BookingProfile | null> {
    // the way back leads to addresses from before a change of dates, and asks for nothing else
    const asksOtherThan = (other: SearchData | null | undefined) =>
      other && !isOurs() && !unheard && asksOtherwise(query, other, limitsOf(property));
    const elsewhere = asksOtherThan(kept?.search);
    const before = kept && searchedBefore(kept);
    // a link that asks for something else begins anew
    const otherwise = asksOtherThan(before?.search);
    const asking = asksOtherThan(kept?.asking?.search) ? null : (kept?.asking ?? null);
    // the holds may be gone, but nobody types their name twice
    const typed = {
      guestDraft: kept?.guestDraft ?? {},
      fromProfile: kept?.fromProfile ?? false,
      rides: kept?.rides ?? {},
      // it says that dates and guests are still here
      repriced: otherwise ? null : (kept?.repriced ?? null),
      before: otherwise ? null : before,
    };
    // a reload resumes its booking even where the search step is skipped, and what is over is told before a search
    const told = !otherwise && (ranOut(kept, typed) ?? typed.repriced);
    if (query.has("skip_search") && (elsewhere || !(kept?.search || told))) {
      booking.state = { ...typed, autoSearch: true };
      return null;
    }
    const batch = kept?.batch;
    let anew = false;
    if (batch && !elsewhere) {
      resumed = ordered(() => api.batch(property.id, batch, recallCurrency(property)), batch.batch_id);
      const found = await resumed;
      // a link that searches by itself asks for another stay than the one that is booked
      anew = found?.status === "COMMITTED" && !isOurs() && !unheard && skipsSearch();
      if (found && !anew) {
        setClock(found.answered_at);
        const { repriced, before } = typed;
        booking.state = restored({ ...kept, asking, repriced, before: kept.search ? null : before }, found);
        return found;
      }
    }
    booking.state = {
      ...typed,
      before: anew ? null : typed.before,
      asking,
      ranOut: elsewhere || anew ? null : ranOut(kept, typed),
      autoSearch: anew,
    };
    const made = await api.newBatch(property.id, 1, access);
    setClock(made.answered_at);
    booking.state.batch = { batch_id: made.batch_id, token: made.token ?? "" };
    booking.state.profile = made;
    return made;
  }

  let fonts: Promise<void> = Promise.resolve();
  const started = await startUp({
    loadProperty: async () => {
      const property = await api.property(propertyId, access);
      setRegion(property.region?.url);
      knowLocales(property.property_languages);
      const currency = query.get("currency");
      if (currency && !isOurs() && !unheard)
        keepCurrency(property.id, currency === property.currency ? null : currency);
      return property;
    },
    applyColour: applyAccent,
    askPosition,
    loadUser: () => api.user(Object.fromEntries(query)),
    chooseLanguage: (property) => {
      const language = startLanguage(languageCookie(), property.property_languages);
      fonts = loadFonts(localeEntry(language).dir);
      return language;
    },
    loadLabels: (property, language) =>
      api.labels(property.website_config.app_id, localeEntry(language).labels),
    loadDynamicFields: (property, language) => api.dynamicFields(property.id, language),
    loadProfile: profile,
    // what puts them into the page asks the guest first
    injectScripts: (property) => {
      if (measures(property)) loadTracking().catch(() => undefined);
    },
    hideLoader,
    loadBuiltIn,
  });
  await resumed;
  await fonts;
  // what the link searches for has been searched for
  if (!isOurs() && booking.state.search && skipsSearch())
    navigate(`/booking/${STEP_PATH.rooms}`, { replace: true });
  adopt();
  return { ...started, booking: booking.state };
}
