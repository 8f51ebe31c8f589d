/**
 * Start-up, in the documented order (START-10): property, colour, position, user, labels, profile, scripts, loader.
 *
 * The order is that in which things begin. Position, user, labels and profile do not need one another, so they run
 * side by side once the property is there; the page shows when they have settled (START-21). Only a missing property
 * stops it: everything else falls back.
 */

import type { BookingProfile, DynamicField, LoggedInUser, Property } from "../api";
import type { Labels } from "../i18n";

export interface Started {
  property: Property;
  user: LoggedInUser | null;
  language: string;
  labels: Labels;
  dynamicFields: DynamicField[];
  /** Null when it failed, or with skip_search (START-17). */
  profile: BookingProfile | null;
}

/** Everything start-up touches, so that its order can be tested. */
export interface StartUpParts {
  loadProperty: () => Promise<Property>;
  applyColour: (colour: string | null) => void;
  /** Asks for the position; nothing waits for it but the Search button. */
  askPosition: () => void;
  loadUser: (property: Property) => Promise<LoggedInUser>;
  chooseLanguage: (property: Property) => string;
  loadLabels: (property: Property, language: string) => Promise<Labels>;
  loadDynamicFields: (property: Property, language: string) => Promise<DynamicField[]>;
  /** The booking profile with count 1, or what a reload found again; null with skip_search (START-17). */
  loadProfile: (property: Property) => Promise<BookingProfile | null>;
  injectScripts: (property: Property) => void;
  hideLoader: () => void;
  /** The labels of the page itself. */
  loadBuiltIn: () => Promise<Labels>;
}

export async function startUp(parts: StartUpParts): Promise<Started> {
  try {
    const property = await parts.loadProperty();
    parts.applyColour(property.website_config.booking_color_id);
    parts.askPosition();
    const user = property.website_config.enable_loyalty_flow
      ? parts.loadUser(property).catch(() => null)
      : Promise.resolve(null);
    const language = parts.chooseLanguage(property);
    const labels = parts.loadLabels(property, language).catch(() => parts.loadBuiltIn());
    const dynamicFields =
      language === property.language
        ? Promise.resolve([])
        : parts.loadDynamicFields(property, language).catch(() => []);
    const profile = parts.loadProfile(property).catch(() => null);
    const started = {
      property,
      language,
      user: await user,
      labels: await labels,
      dynamicFields: await dynamicFields,
      profile: await profile,
    };
    parts.injectScripts(property);
    return started;
  } finally {
    parts.hideLoader();
  }
}
