import { expect, test } from "vitest";
import {
  afterRooms,
  type FlowFacts,
  layoutOf,
  nextStep,
  previousStep,
  reachableStep,
  STEP_ORDER,
  showsNext,
  stepOfPath,
  stepsFor,
} from "./flow";

const plain: FlowFacts = {
  profile: { restrictedAddons: 0, restrictedGuaranteeTypes: 1, guaranteeRequired: true },
  loyaltyFlow: false,
  loggedIn: false,
  allowRedeemPoints: false,
  bookWithPoints: false,
  hasPackage: false,
  editing: false,
  selectedRooms: 1,
  searchedRooms: 1,
  multiRoom: false,
  packageType: false,
};
const profile = (change: Partial<NonNullable<FlowFacts["profile"]>>): FlowFacts => ({
  ...plain,
  profile: { restrictedAddons: 0, restrictedGuaranteeTypes: 1, guaranteeRequired: true, ...change },
});
const member: Partial<FlowFacts> = { loyaltyFlow: true, loggedIn: true, allowRedeemPoints: true };
const withAddons = profile({ restrictedAddons: 2 });

// clause: WIZ-09, START-17
test("the order is fixed and the list full until the profile is there", () => {
  expect(STEP_ORDER.join()).toBe("search,rooms,addons,pointsRedemption,information,payment,confirmation");
  expect(stepsFor({ ...plain, profile: null })).toEqual([...STEP_ORDER]);
});

// clause: WIZ-11, WIZ-14
test("add-ons show only when the profile has some, and the rest closes up", () => {
  expect(stepsFor(plain)).toEqual(["search", "rooms", "information", "payment", "confirmation"]);
  expect(stepsFor(withAddons)).toContain("addons");
  expect(stepsFor(plain).indexOf("information")).toBe(2);
  expect(stepsFor(withAddons).indexOf("information")).toBe(3);
});

// clause: WIZ-12
test("points show only with the flow, a member and the permission together", () => {
  expect(stepsFor({ ...plain, ...member })).toContain("pointsRedemption");
  for (const missing of ["loyaltyFlow", "loggedIn", "allowRedeemPoints"] as const) {
    expect(stepsFor({ ...plain, ...member, [missing]: false })).not.toContain("pointsRedemption");
  }
});

// clause: WIZ-13
test("payment shows only with restricted guarantee types", () => {
  expect(stepsFor(profile({ restrictedGuaranteeTypes: 0 }))).not.toContain("payment");
});

// clause: WIZ-15, WIZ-21, ROOMS-45
test("after the rooms: add-ons, else points, else information", () => {
  expect(afterRooms(withAddons)).toBe("addons");
  expect(afterRooms({ ...withAddons, hasPackage: true })).toBe("information");
  expect(afterRooms({ ...withAddons, ...member, bookWithPoints: true })).toBe("pointsRedemption");
  expect(afterRooms({ ...plain, ...member, bookWithPoints: true })).toBe("pointsRedemption");
  expect(afterRooms(plain)).toBe("information");
  expect(nextStep("rooms", withAddons)).toBe("addons");
});

// clause: WIZ-19, WIZ-20, WIZ-22
test("Previous leads back the way the steps stand", () => {
  expect(previousStep("information", { ...withAddons, ...member, bookWithPoints: true })).toBe(
    "pointsRedemption",
  );
  expect(previousStep("information", withAddons)).toBe("addons");
  expect(previousStep("information", plain)).toBe("rooms");
  expect(previousStep("pointsRedemption", withAddons)).toBe("rooms");
  expect(previousStep("rooms", plain)).toBe("search");
  expect(previousStep("rooms", { ...plain, editing: true })).toBeNull();
  expect(previousStep("payment", withAddons)).toBe("information");
  expect(previousStep("search", plain)).toBeNull();
  expect(previousStep("confirmation", plain)).toBeNull();
});

// clause: EDIT-01, WIZ-22
test("a booked stay is changed from the rooms on", () => {
  const editing = { ...plain, editing: true };
  expect(stepsFor(editing)[0]).toBe("rooms");
  const progress = { searched: true, guestGiven: true, committed: false, ended: false };
  expect(reachableStep("search", { ...editing, selectedRooms: 0 }, progress)).toBe("rooms");
});

// clause: WIZ-23
test("Next on rooms and information needs a room for every slot, or one for all", () => {
  for (const step of ["rooms", "information"] as const) {
    expect(showsNext(step, { ...plain, selectedRooms: 0 })).toBe(false);
    expect(showsNext(step, { ...plain, selectedRooms: 1, searchedRooms: 2 })).toBe(false);
    expect(showsNext(step, { ...plain, selectedRooms: 2, searchedRooms: 2 })).toBe(true);
    expect(showsNext(step, { ...plain, selectedRooms: 1, searchedRooms: 2, multiRoom: true })).toBe(true);
    expect(showsNext(step, { ...plain, selectedRooms: 0, multiRoom: true })).toBe(false);
  }
});

// clause: WIZ-24, WIZ-25
test("Next on payment needs a required guarantee, on search a package, never on confirmation", () => {
  expect(showsNext("payment", plain)).toBe(true);
  expect(showsNext("payment", profile({ guaranteeRequired: false }))).toBe(false);
  expect(showsNext("search", plain)).toBe(false);
  expect(showsNext("search", { ...plain, packageType: true })).toBe(true);
  expect(showsNext("confirmation", plain)).toBe(false);
});

// clause: WIZ-26
test("payment always leads to the confirmation, information too when there is no payment", () => {
  expect(nextStep("payment", plain)).toBe("confirmation");
  expect(nextStep("information", plain)).toBe("payment");
  expect(nextStep("information", profile({ restrictedGuaranteeTypes: 0 }))).toBe("confirmation");
  expect(nextStep("confirmation", plain)).toBeNull();
});

// clause: ROUTE-16
test("a link into the middle leads to the furthest step that can be", () => {
  const nothing = { searched: false, guestGiven: false, committed: false, ended: false };
  const searched = { ...nothing, searched: true };
  const guest = { ...searched, guestGiven: true };
  const none = { ...plain, selectedRooms: 0 };
  expect(reachableStep("payment", none, nothing)).toBe("search");
  expect(reachableStep("payment", none, searched)).toBe("rooms");
  expect(reachableStep("payment", plain, searched)).toBe("information");
  expect(reachableStep("payment", plain, guest)).toBe("payment");
  expect(reachableStep("rooms", plain, guest)).toBe("rooms");
  expect(reachableStep("addons", plain, guest)).toBe("payment");
  expect(reachableStep("confirmation", plain, guest)).toBe("payment"); // a reload of a failure
  expect(reachableStep("confirmation", none, nothing)).toBe("search");
  expect(reachableStep("confirmation", plain, { ...guest, committed: true })).toBe("confirmation");
  expect(reachableStep("rooms", plain, { ...guest, committed: true })).toBe("rooms");
  expect(reachableStep("search", plain, { ...guest, committed: true, untold: true })).toBe("confirmation");
});

// clause: ROUTE-16
test("a booking with its numbers shows them, whatever step is gone back to, beside a new search", () => {
  const booked = { searched: true, guestGiven: true, committed: true, ended: true };
  for (const step of ["rooms", "addons", "information", "payment", "confirmation"] as const)
    expect(reachableStep(step, plain, booked)).toBe("confirmation");
  expect(reachableStep("search", plain, booked)).toBe("search");
  // a booked stay is not searched for
  expect(reachableStep("search", { ...plain, editing: true }, booked)).toBe("confirmation");
});

// clause: ROUTE-03
test("every step has its address", () => {
  expect(stepOfPath("select-rooms")).toBe("rooms");
  expect(stepOfPath("payments")).toBe("payment");
  expect(stepOfPath("elsewhere")).toBeUndefined();
});

// clause: WIZ-02
test("the hotel's setting lays the steps out, else access data stacks them", () => {
  expect(layoutOf("VERTICAL", false)).toBe("VERTICAL");
  expect(layoutOf("HORIZONTAL", true)).toBe("HORIZONTAL");
  expect(layoutOf(null, true)).toBe("VERTICAL");
  expect(layoutOf(null, false)).toBe("HORIZONTAL");
});
