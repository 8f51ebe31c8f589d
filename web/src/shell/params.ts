/** What the address says to the shell, and how safe it is to follow. Pure. */
import type { Property } from "../api";

/**
 * The room flow needs both (START-01), activities the number alone (START-03); the address without them is not for any
 * hotel.
 */
export function hotelInAddress(
  query: URLSearchParams,
  path: string,
): { pc: string; property_id: string } | null {
  const pc = query.get("pc")?.trim() ?? "";
  const property_id = query.get("property_id")?.trim();
  return property_id && (pc || /^.activities/.test(path)) ? { pc, property_id } : null;
}

function urlInToken(tk: string | null): string | null {
  if (!tk) return null;
  try {
    const bytes = atob(tk.replace(/-/g, "+").replace(/_/g, "/"));
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
    const value: unknown = JSON.parse(text);
    const url = typeof value === "object" && value !== null ? (value as { url?: unknown }).url : null;
    return typeof url === "string" ? url : null;
  } catch {
    return null; // START-07: malformed values are ignored
  }
}

function safe(url: string | null, allowed: ReadonlySet<string>): string | null {
  if (!url) return null;
  try {
    const parsed = new URL(url);
    const web = parsed.protocol === "https:" || parsed.protocol === "http:";
    return web && allowed.has(parsed.origin) ? parsed.href : null;
  } catch {
    return null;
  }
}

/** The origins a property lets the page send guests back to: those it lists, and its own website. */
export function returnOrigins(property: Pick<Property, "return_url_origins" | "website">): Set<string> {
  const origins = new Set<string>();
  for (const entry of [...(property.return_url_origins ?? []), property.website ?? ""]) {
    try {
      origins.add(new URL(entry).origin);
    } catch {
      // an entry that is no address allows nothing
    }
  }
  return origins;
}

/**
 * Where "Home" leads: the `url` parameter, else the url in `tk` (START-06, START-07). Only http and https, only to an
 * origin the property lists: anything else would make us an open redirect.
 */
export function returnUrl(
  query: URLSearchParams,
  property: Pick<Property, "return_url_origins" | "website">,
): { link: string | null; popup: string | null } {
  const allowed = returnOrigins(property);
  const link = safe(query.get("url"), allowed);
  return { link, popup: link ?? safe(urlInToken(query.get("tk")), allowed) };
}

/** Picture for the loader (START-05): https or our own origin only. */
export function loaderPicture(query: URLSearchParams, origin: string): string | null {
  const img = query.get("img");
  if (!img) return null;
  try {
    const url = new URL(img, origin);
    return url.protocol === "https:" || url.origin === origin ? url.href : null;
  } catch {
    return null;
  }
}
