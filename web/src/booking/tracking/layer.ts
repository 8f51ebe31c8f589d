/**
 * The data layer: one list, `window.dataLayer`, that every measurement id reads (ANALYTICS-07). What is written there is
 * described in docs/ANALYTICS.md.
 */
import { addScript } from "../../shell/scripts";

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

const LOADER = "https://www.googletagmanager.com/gtag/js?id=";

/** A comma list of measurement ids; what is none is passed over. */
export function measurementIds(list: string): string[] {
  return list
    .split(",")
    .map((id) => id.trim())
    .filter((id) => /^[A-Z]{1,3}-[A-Z0-9-]+$/i.test(id));
}

// readers of the layer take a command for one by its being an arguments object
function command(..._parts: unknown[]): void {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: see above
  window.dataLayer.push(arguments);
}

/** Begins the layer with its ids, once. */
export function openLayer(ids: readonly string[]): void {
  const [first] = ids;
  if (!first || window.dataLayer) return;
  command("js", new Date());
  // page views are told step by step; addresses are told without their query, where a guest's dates and keys are
  for (const id of ids) command("config", id, { send_page_view: false, page_location: place("search") });
}

/** Loads what reads the layer; never called on the payment step. */
export function loadReader(ids: readonly string[]): void {
  if (ids[0]) addScript(LOADER + encodeURIComponent(ids[0]));
}

/** The address of a step, without its query. */
export function place(path: string): string {
  return `${window.location.origin}${window.location.pathname}#/booking/${path}`;
}

/** Tells an event. */
export function tell(event: string, parameters: Readonly<Record<string, unknown>>): void {
  if (window.dataLayer) command("event", event, parameters);
}
