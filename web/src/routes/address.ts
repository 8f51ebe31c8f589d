/**
 * The address. Every route lives behind `#` (ROUTE-01). Query parameters stand before or after the hash and the one
 * behind the hash wins: `/?pc=HARB&property_id=1#/booking/search?from=2026-12-12`. Pure, except for `useAddress`.
 */
import { useCallback, useSyncExternalStore } from "react";

export interface Address {
  /** Path behind the hash, with a leading slash and no trailing one. */
  path: string;
  /** Both queries, merged. */
  query: URLSearchParams;
  /** The query behind the hash alone, as written, without `?`. */
  hashQuery: string;
  /** The query before the hash alone, as written. */
  search: string;
}

/** Takes an address apart. */
export function readAddress(url: { search: string; hash: string }): Address {
  const [rawPath = "", ...rest] = url.hash.replace(/^#/, "").split("?");
  const hashQuery = rest.join("?");
  const query = new URLSearchParams(url.search);
  const behind = new URLSearchParams(hashQuery);
  for (const name of new Set(behind.keys())) {
    query.delete(name);
    for (const value of behind.getAll(name)) query.append(name, value);
  }
  return { path: `/${rawPath.replace(/^\/+|\/+$/g, "")}`, query, hashQuery, search: url.search };
}

/**
 * The hash for a move to `to`, which may bring a query. Without one the present query is carried over; a target with
 * its own query, be it empty (`path?`), keeps that one (ROUTE-14). What stands before the hash never changes.
 */
export function hashFor(to: string, current: Address): string {
  const [path = "/", ...rest] = to.split("?");
  const own = rest.join("?");
  const query = rest.length === 0 ? current.hashQuery : own;
  return `#${path.startsWith("/") ? path : `/${path}`}${query === "" ? "" : `?${query}`}`;
}

/**
 * The present hash query with some parameters set or, with null, taken out. One that stands before the hash, where
 * nothing changes, is set to nothing instead.
 */
export function withQuery(current: Address, changes: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(current.hashQuery);
  const before = new URLSearchParams(current.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value !== null) query.set(name, value);
    else if (before.get(name)) query.set(name, "");
    else query.delete(name);
  }
  return query.toString();
}

/** Stands in each entry of the history that the page has made or read. One without it is a link that was just opened. */
const OURS = { portico: true };

/** Whether the present entry is the page's own: a reload or the way back, and no link that was opened. */
export function isOurs(): boolean {
  return (window.history.state as typeof OURS | null)?.portico === true;
}

/** The link that was opened is read. */
export function adopt(): void {
  window.history.replaceState(OURS, "");
}

export function currentAddress(): Address {
  return readAddress(window.location);
}

/** Moves on. `replace` leaves no entry to come back to. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  const hash = hashFor(to, currentAddress());
  if (hash === window.location.hash) return;
  const url = window.location.pathname + window.location.search + hash;
  if (options.replace) window.history.replaceState(OURS, "", url);
  else window.history.pushState(OURS, "", url);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}

let last = { href: "", address: readAddress({ search: "", hash: "" }) };

/** Whether the present address asks to pass by the search step, onto which it leads. */
export function skipsSearch(): boolean {
  const { path, query } = currentAddress();
  return /^.(booking.search)?$/.test(path) && query.has("skip_search");
}

/**
 * Parameters that a link asks for a stay with (START-08) and the currency to see it in, the hotel that it is for, and the
 * booking that a mail's leads to (MANAGE-08). In one text they take the least room on the first screen.
 */
const ASKS = "property_id from to room_count guest guests children skip_search currency conf_num link".split(
  " ",
);

/** Whether a link to another stay or booking was opened here that differs behind the hash only, so that nothing is loaded. */
function asksAnew(): boolean {
  if (isOurs()) return false;
  const { query: before } = last.address;
  const { query: after } = currentAddress();
  if (skipsSearch() || ASKS.some((name) => after.has(name) && after.get(name) !== before.get(name)))
    return true;
  adopt();
  return false;
}

function subscribe(changed: () => void): () => void {
  // drawn now, the old search would take the link's place in the address
  const moved = () => (asksAnew() ? window.location.reload() : changed());
  window.addEventListener("hashchange", moved);
  window.addEventListener("popstate", moved);
  return () => {
    window.removeEventListener("hashchange", moved);
    window.removeEventListener("popstate", moved);
  };
}

function snapshot(): Address {
  const href = window.location.search + window.location.hash;
  if (href !== last.href) last = { href, address: currentAddress() };
  return last.address;
}

/** The address, kept up to date. */
export function useAddress(): Address {
  return useSyncExternalStore(subscribe, snapshot);
}

/** The path and how to move, in the form that the router takes. */
export function useHashPath(): [string, (to: string, options?: { replace?: boolean }) => void] {
  const { path } = useAddress();
  return [path, useCallback(navigate, [])];
}
