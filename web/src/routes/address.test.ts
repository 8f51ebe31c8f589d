import { afterEach, expect, test } from "vitest";
import { currentAddress, hashFor, navigate, readAddress, withQuery } from "./address";

afterEach(() => window.history.replaceState(null, "", "/"));

const at = (search: string, hash: string) => readAddress({ search, hash });

// clause: ROUTE-01
test("the path is what stands behind the hash", () => {
  expect(at("", "#/booking/search").path).toBe("/booking/search");
  expect(at("", "#booking/search/").path).toBe("/booking/search");
  expect(at("?pc=HARB", "").path).toBe("/");
});

// clause: START-01
test("queries before and behind the hash are one, and the one behind wins", () => {
  const { query } = at("?pc=HARB&property_id=1&from=a", "#/booking/search?from=b&guests=2");
  expect(Object.fromEntries(query)).toEqual({ pc: "HARB", property_id: "1", from: "b", guests: "2" });
  expect(at("", "#/booking/search?pc=HARB&property_id=1").query.get("pc")).toBe("HARB");
});

// clause: ROUTE-14
test("a move without a query carries the present one over; a target's own query stays", () => {
  const here = at("?pc=HARB", "#/booking/search?from=b");
  expect(hashFor("/booking/select-rooms", here)).toBe("#/booking/select-rooms?from=b");
  expect(hashFor("/booking/select-rooms?to=c", here)).toBe("#/booking/select-rooms?to=c");
  expect(hashFor("/booking/select-rooms", at("?pc=HARB", "#/booking/search"))).toBe("#/booking/select-rooms");
});

test("parameters are set and taken out of the hash query alone", () => {
  expect(withQuery(at("?pc=HARB", "#/x?a=1&b=2"), { a: null, c: "3" })).toBe("b=2&c=3");
  // what stands before the hash stays there, and says nothing any more
  expect(withQuery(at("?pc=HARB&a=1", "#/x?a=2&b=2"), { a: null })).toBe("a=&b=2");
});

test("navigating changes the hash and nothing before it", () => {
  window.history.replaceState(null, "", "/?pc=HARB#/booking/search?from=b");
  navigate("/booking/select-rooms");
  expect(window.location.search).toBe("?pc=HARB");
  expect(currentAddress().path).toBe("/booking/select-rooms");
  expect(currentAddress().query.get("from")).toBe("b");
});
