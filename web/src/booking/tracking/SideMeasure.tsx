import { useEffect, useRef } from "react";
import { injectScripts } from "../../shell/scripts";
import { strangersInside } from "../../shell/strangers";
import { useBooking } from "../BookingProvider";
import { loadReader, measurementIds, openLayer, place, routeName, tell } from "./layer";
import { canKeep, firstTime } from "./told";
import { useConsent } from "./useConsent";
import { hashed, twoDecimals } from "./values";

/** An event's space or an activity, as measurement knows it. */
export interface SideItem {
  item_id: string;
  item_name: string;
  item_variant: string;
  /** Of all of it, every tax and fee in it. */
  price: number;
  currency: string;
}

/** What was booked. */
export interface SidePurchase {
  transaction_id: string;
  tax: number;
  email: string | null;
}

/**
 * Watches the booking of an event or an activity and tells the data layer what happens in it, in the shapes of a stay's
 * steps (ANALYTICS-10). Without the guest's consent it tells nobody and only remembers what was done, so that it is not
 * told later either. The screens know nothing of it.
 */
export function SideMeasure(props: {
  /** What stands behind the hash. */
  path: string;
  step: string;
  step_number: number;
  /** Looked at, chosen or booked; null before that. */
  item: SideItem | null;
  purchase: SidePurchase | null;
}) {
  const { path, step, step_number, item, purchase } = props;
  const { property } = useBooking();
  const { google_analytics_ids, injected_scripts } = property.website_config;
  const granted = useConsent(property) === "granted";
  const alone = step === "payments";

  // whoever asks for money and cards has no company
  useEffect(() => {
    if (!granted || alone || !canKeep()) return;
    loadReader(measurementIds(google_analytics_ids));
    injectScripts(injected_scripts);
  }, [granted, alone, google_analytics_ids, injected_scripts]);

  const say = (event: string, told: Readonly<Record<string, unknown>>) => {
    const ids = measurementIds(google_analytics_ids);
    openLayer(ids, place(path));
    tell(ids, event, told);
  };
  const last = useRef(say);
  last.current = say;

  useEffect(() => {
    // the payment step is told by the page that it gets to itself
    if (!granted || (alone && strangersInside())) return;
    const page_location = place(path);
    last.current("page_view", { page_title: step, page_location, route_name: routeName(path), step_number });
  }, [granted, alone, step, path, step_number]);

  const shown = item && {
    currency: item.currency,
    value: twoDecimals(item.price),
    items: [{ ...item, price: twoDecimals(item.price), currency: undefined, quantity: 1 }],
  };
  const key = item && [item.item_id, item.item_variant, item.price].join("/");
  const what = purchase ? "purchase" : step === "guest-information" ? "begin_checkout" : "view_item";
  const ready = key !== null && !alone && (step !== "confirmation" || purchase !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for what is chosen, with what is known then
  useEffect(() => {
    if (!ready || !firstTime(`${what}.${purchase?.transaction_id ?? key}`) || !granted) return;
    if (!purchase) {
      last.current(what, shown ?? {});
      return;
    }
    const { transaction_id, tax } = purchase;
    void hashed(purchase.email ?? "").then((email) =>
      last.current(what, { transaction_id, ...shown, tax: twoDecimals(tax), guest: { email } }),
    );
  }, [ready, what, key]);
  return null;
}
