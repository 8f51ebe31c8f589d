/** Start-up with the real parts: the server, the cookie, the tab's storage. */
import { api, type BookingProfile, type Property, type ResumedBatch, setRegion } from "../api";
import { recall, recallCurrency } from "../booking/persist";
import { askPosition } from "../booking/position";
import { asksOtherwise } from "../booking/search-data";
import type { BookingState } from "../booking/state";
import { knowLocales, languageCookie, loadBuiltIn, localeEntry, startLanguage } from "../i18n";
import { applyAccent } from "../shell/accent";
import { loadFonts } from "../shell/fonts";
import { measures } from "../shell/measures";
import { type Started, startUp } from "../shell/startup";

/** The hotel's scripts and what it measures with, none of which is on the first screen. */
export const loadTracking = () => import("../booking/tracking/Tracking");

export interface Beginning extends Started {
  /** What the booking begins with: the profile, and what a reload found again. */
  booking: Partial<BookingState>;
}

function restored(kept: NonNullable<ReturnType<typeof recall>>, found: ResumedBatch): Partial<BookingState> {
  const committed = found.status === "COMMITTED";
  return {
    ...kept,
    profile: found,
    selected: found.selected_rooms,
    guest: found.guest,
    guestDraft: { ...(found.guest ?? {}), ...kept.guestDraft },
    outcome: committed ? { rooms: found.confirmation ?? [], message: null } : null,
  };
}

/** Runs start-up once for a hotel. */
export async function begin(
  propertyId: string,
  query: URLSearchParams,
  hideLoader: () => void,
): Promise<Beginning> {
  const access = { key: query.get("key"), token: query.get("token") };
  const booking: { state: Partial<BookingState> } = { state: {} };

  async function profile(property: Property): Promise<BookingProfile> {
    const kept = recall(property.id);
    const elsewhere = kept?.search != null && asksOtherwise(query, kept.search);
    if (kept?.batch && !elsewhere) {
      const conversion = recallCurrency(property);
      const found = await api.batch(property.id, kept.batch, conversion).catch(() => null);
      if (found) {
        booking.state = restored(kept, found);
        return found;
      }
    }
    const made = await api.newBatch(property.id, 1, access);
    const batch = { batch_id: made.batch_id, token: made.token ?? "" };
    // the holds are gone, but nobody types their name twice
    const ranOut = !elsewhere && (kept?.visited.includes("information") ?? false);
    booking.state = {
      guestDraft: kept?.guestDraft ?? {},
      fromProfile: kept?.fromProfile ?? false,
      asking: kept?.asking ?? null,
      batch,
      profile: made,
      ranOut,
    };
    return made;
  }

  // a reload resumes its booking even where the search step is skipped
  const skipSearch = query.has("skip_search") && !recall(Number(propertyId))?.batch;
  if (skipSearch) booking.state = { autoSearch: true };
  let fonts: Promise<void> = Promise.resolve();
  const started = await startUp({
    loadProperty: async () => {
      const property = await api.property(propertyId, access);
      setRegion(property.region?.url);
      knowLocales(property.property_languages);
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
    skipSearch,
    loadBuiltIn,
  });
  await fonts;
  return { ...started, booking: booking.state };
}
