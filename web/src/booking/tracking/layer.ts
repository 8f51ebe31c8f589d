/**
 * The data layer: one list, `window.dataLayer`, that every measurement id reads (ANALYTICS-07). What is written there is
 * described in docs/ANALYTICS.md. It may be there before us: a hotel's own tag container begins one too.
 */
import { addScript } from "../../shell/scripts";

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

const LOADER = "https://www.googletagmanager.com/gtag/js?id=";

/** The ids of a comma list, as the server has read it. */
export const measurementIds = (list: string): string[] => list.split(",").filter(Boolean);

// readers of the layer take a command for one by its being an arguments object
function command(..._parts: unknown[]): void {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: see above
  window.dataLayer.push(arguments);
}

/** Commands of the layer, whoever wrote them. */
const written = () => (window.dataLayer ?? []).map((entry) => Array.from(entry as ArrayLike<unknown>));

const isOpenFor = (id: string) => written().some(([kind, of]) => kind === "config" && of === id);

/** Makes each id known to the layer, once and before the first event; `page` is the step on which that happens. */
export function openLayer(ids: readonly string[], page: string): void {
  const unknown = ids.filter((id) => !isOpenFor(id));
  if (unknown.length > 0) command("js", new Date());
  // page views are told step by step; addresses are told without their query, where a guest's dates and keys are
  for (const id of unknown) command("config", id, { send_page_view: false, page_location: page });
}

/** Loads what reads the layer. */
export function loadReader(ids: readonly string[]): void {
  if (ids[0]) addScript(LOADER + encodeURIComponent(ids[0]));
}

/** The address of a step, without its query; `path` is what stands behind the hash. */
export function place(path: string): string {
  return `${window.location.origin}${window.location.pathname}#${path}`;
}

/** What a route is called (ROUTE-15): its path in one word, and what opens within a step by its own. */
export function routeName(path: string): string {
  const [root = "", ...steps] = path.split("/").filter(Boolean);
  return root === "booking" && steps[1] ? steps[1] : [root, ...steps].join("-");
}

/** Tells an event to the ids; without any nobody is told (ANALYTICS-07). */
export function tell(
  ids: readonly string[],
  event: string,
  parameters: Readonly<Record<string, unknown>>,
): void {
  if (ids.length > 0) command("event", event, parameters);
}
