import { expect, test } from "vitest";
import { FALLBACK_RULES, formPlan } from "../booking/information/fields";
import { hotelInAddress } from "../shell/params";
import { contactPlan } from "./contact-plan";
import { EMPTY, keep, recall, within } from "./state";
import { activitySteps, type Reached, reachable } from "./steps";
import { cut, dayOf } from "./words";

const { before, stepOfPath, steps: STEPS } = activitySteps;

const nowhere: Reached = {
  chosen: false,
  begun: false,
  guestGiven: false,
  confirmed: false,
  seen: false,
};

// clause: ROUTE-10, ROUTE-17
test("every step has its address, and everything else is the first one's", () => {
  for (const step of STEPS) expect(stepOfPath(`/activities/activity-steps/${step}`)).toBe(step);
  for (const path of [
    "/activities",
    "/activities/activity-steps",
    "/activities/payments",
    "/activities/activity-steps/x",
  ]) {
    expect(stepOfPath(path)).toBe("select-activity");
  }
});

// clause: ACT-03
test("Previous leads one step back, and not out of what is booked", () => {
  expect(STEPS.map(before)).toEqual([null, "select-activity", "activity-details", "guest-information", null]);
});

// clause: ROUTE-16
test("a step is shown as far as its guest has come", () => {
  const at = (reached: Partial<Reached>) => reachable("confirmation", { ...nowhere, ...reached });
  expect(at({})).toBe("select-activity");
  expect(at({ chosen: true })).toBe("activity-details");
  expect(at({ chosen: true, begun: true })).toBe("guest-information");
  expect(at({ chosen: true, begun: true, guestGiven: true })).toBe("payments");
  expect(reachable("payments", { ...nowhere, confirmed: true, seen: true })).toBe("confirmation");
  expect(reachable("select-activity", { ...nowhere, confirmed: true, seen: true })).toBe("select-activity");
  expect(reachable("select-activity", { ...nowhere, confirmed: true })).toBe("confirmation");
});

// clause: START-03
test("activities need the number alone, and only they", () => {
  const query = new URLSearchParams("property_id=1");
  expect(hotelInAddress(query, "/activities")).toEqual({ pc: "", property_id: "1" });
  expect(hotelInAddress(query, "/activities/activity-steps/payments")).not.toBeNull();
  expect(hotelInAddress(query, "/booking/search")).toBeNull();
  expect(hotelInAddress(new URLSearchParams("pc=HARB"), "/activities")).toBeNull();
});

// clause: ACT-08
test("a description of up to 33 characters stands whole, a longer one is cut to 32", () => {
  const of = (length: number) => "x".repeat(length);
  expect(cut(of(33))).toBe(of(33));
  expect(cut(of(34))).toBe(`${of(32)}…`);
  expect(cut("<p>Out &amp; back</p>")).toBe("Out & back");
});

test("the day of a time stands in its id", () => {
  expect(dayOf("KAYAK.2026-12-12.0930")).toBe("2026-12-12");
  expect(dayOf("KAYAK")).toBe("");
});

// clause: ACT-17, ACT-18, ACT-20, ACT-21
test("the contact form asks for little", () => {
  const rules = {
    ...FALLBACK_RULES,
    required_guest_fields: ["first_name", "last_name", "street", "city", "phone"],
    state_required: true,
    zipcode_required: true,
  };
  const plan = contactPlan(formPlan(rules, []));
  const required = [...plan.person, ...plan.address]
    .filter((field) => field.required)
    .map(({ name }) => name);
  expect(required.sort()).toEqual(["email", "first_name", "last_name", "state"]);
  expect([...plan.person, ...plan.address].map(({ name }) => name)).not.toContain("street_2");
  expect(plan.remarks).toBeNull();
});

test("a call that was on its way when the page was left counts as not made", () => {
  const access = { id: "a", session_id: "b", token: "c" };
  keep(7, { ...EMPTY, access, start: { kind: "done" }, save: { kind: "waiting" } });
  expect(recall(7)).toMatchObject({ access, start: { kind: "done" }, save: { kind: "none" } });
  sessionStorage.setItem("portico.activity.7", "{");
  expect(recall(7)).toEqual(EMPTY);
});

test("what was begun for one stay is not gone on with for another, and its guest is in the form", () => {
  const stay = (secret: string) => ({
    right: { batch_id: "b", secret },
    from: "2026-12-08",
    to: "2026-12-11",
    guest: { last_name: "Lindqvist" },
  });
  const access = { id: "a", session_id: "s", token: "t" };
  const alone = { ...EMPTY, access, draft: { last_name: "Byron", city: "Galway" } };
  expect(within(alone, null)).toBe(alone);
  const first = within(alone, stay("one"));
  expect(first).toMatchObject({ draft: { last_name: "Lindqvist", city: "Galway" } });
  const begun = { ...first, start: { kind: "done" } as const };
  expect(within(begun, stay("one"))).toBe(begun);
  // what is held goes over to what is begun next
  const none = { kind: "none" };
  expect(within(begun, stay("two"))).toMatchObject({ access, start: none });
  expect(within(begun, null)).toMatchObject({ access, start: none, stay: "" });
});
