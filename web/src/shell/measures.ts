import type { Property } from "../api";

export type Measured = Pick<Property, "id" | "website_config" | "conversion_pixel_url">;

/** Whether the hotel has anything that it would measure with; without it nobody is asked (ANALYTICS-07). */
export function measures({ website_config, conversion_pixel_url }: Measured): boolean {
  const { google_analytics_ids, injected_scripts, sojern_id } = website_config;
  return Boolean(google_analytics_ids || injected_scripts || (sojern_id && conversion_pixel_url));
}
