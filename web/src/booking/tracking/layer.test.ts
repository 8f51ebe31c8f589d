import { expect, test } from "vitest";
import { STEP_PATH } from "../flow";
import { routeName } from "./layer";

// clause: ROUTE-15
test("routes have the names that the documents give them", () => {
  expect(Object.values(STEP_PATH).map((path) => routeName(`/booking/${path}`))).toEqual([
    "booking-search",
    "booking-select-rooms",
    "booking-select-addons",
    "booking-points-redemption",
    "booking-guest-information",
    "booking-payments",
    "booking-confirmation",
  ]);
  expect(routeName("/booking/search/confirm-payment-method")).toBe("confirm-payment-method");
});
