/** The wizard's steps: which there are, in which order, and where Next and Previous lead (WIZ-09 to WIZ-28). Pure. */

export const STEP_ORDER = [
  "search",
  "rooms",
  "addons",
  "pointsRedemption",
  "information",
  "payment",
  "confirmation",
] as const;

export type StepName = (typeof STEP_ORDER)[number];

/** Address of each step behind `#/booking/` (ROUTE-03). */
export const STEP_PATH: Readonly<Record<StepName, string>> = {
  search: "search",
  rooms: "select-rooms",
  addons: "select-addons",
  pointsRedemption: "points-redemption",
  information: "guest-information",
  payment: "payments",
  confirmation: "confirmation",
};

/** How the steps are laid out: one after the other in a line, or all stacked with the current one open. */
export type Layout = "HORIZONTAL" | "VERTICAL";

/** The hotel's setting decides; without one, access data in the address stacks the steps (WIZ-01, WIZ-02). */
export function layoutOf(setting: string | null, hasAccessData: boolean): Layout {
  if (setting === "VERTICAL" || setting === "HORIZONTAL") return setting;
  return hasAccessData ? "VERTICAL" : "HORIZONTAL";
}

/** The step of a path below `/booking/`, or undefined. */
export function stepOfPath(path: string): StepName | undefined {
  return STEP_ORDER.find((step) => STEP_PATH[step] === path);
}

/** Everything the rules look at. */
export interface FlowFacts {
  /** Null before the booking profile is there: then the list is full (START-17). */
  profile: {
    restrictedAddons: number;
    restrictedGuaranteeTypes: number;
    guaranteeRequired: boolean;
  } | null;
  loyaltyFlow: boolean;
  loggedIn: boolean;
  allowRedeemPoints: boolean;
  bookWithPoints: boolean;
  /** Some chosen room has a package. */
  hasPackage: boolean;
  /** A found reservation's stay is being changed. */
  editing: boolean;
  selectedRooms: number;
  searchedRooms: number;
  multiRoom: boolean;
  /** package_type is in the address. */
  packageType: boolean;
}

/** The steps shown; the number of a step is its place in this list, from 1 (WIZ-14). */
export function stepsFor(facts: FlowFacts): StepName[] {
  const { profile } = facts;
  if (!profile) return [...STEP_ORDER];
  return STEP_ORDER.filter((step) => {
    // a booked stay is not searched for: its dates are changed beside the rooms (EDIT-01)
    if (step === "search") return !facts.editing;
    if (step === "addons") return profile.restrictedAddons > 0;
    if (step === "pointsRedemption") return facts.loyaltyFlow && facts.loggedIn && facts.allowRedeemPoints;
    if (step === "payment") return profile.restrictedGuaranteeTypes > 0;
    return true;
  });
}

/** After the rooms are chosen, by Next and by itself (WIZ-15, WIZ-21, ROOMS-45). */
export function afterRooms(facts: FlowFacts): StepName {
  const steps = stepsFor(facts);
  if (steps.includes("addons") && !facts.hasPackage && !facts.bookWithPoints) return "addons";
  if (facts.bookWithPoints && steps.includes("pointsRedemption")) return "pointsRedemption";
  return "information";
}

/** Where Next leads; null on the last step. From payment it is always the confirmation (WIZ-26). */
export function nextStep(current: StepName, facts: FlowFacts): StepName | null {
  if (current === "rooms") return afterRooms(facts);
  if (current === "addons" || current === "pointsRedemption") return "information";
  const steps = stepsFor(facts);
  return steps[steps.indexOf(current) + 1] ?? null;
}

/** Where Previous leads; null where there is none (WIZ-19, WIZ-20, WIZ-22). */
export function previousStep(current: StepName, facts: FlowFacts): StepName | null {
  const steps = stepsFor(facts);
  switch (current) {
    case "search":
    case "confirmation":
      return null;
    case "rooms":
      return facts.editing ? null : "search";
    case "addons":
    case "pointsRedemption":
      return "rooms";
    case "information":
      if (facts.bookWithPoints && steps.includes("pointsRedemption")) return "pointsRedemption";
      return steps.includes("addons") ? "addons" : "rooms";
    case "payment":
      return "information";
  }
}

/** Every searched room has its choice, or one choice stands for all. */
export function roomsComplete(facts: FlowFacts): boolean {
  if (facts.selectedRooms === 0) return false;
  return facts.multiRoom || facts.selectedRooms === facts.searchedRooms;
}

/** Whether the footer has a Next (WIZ-23, WIZ-24, WIZ-25). */
export function showsNext(current: StepName, facts: FlowFacts): boolean {
  switch (current) {
    case "search":
      return facts.packageType;
    case "rooms":
    case "information":
      return roomsComplete(facts);
    case "payment":
      return facts.profile?.guaranteeRequired ?? false;
    case "confirmation":
      return false;
    default:
      return true;
  }
}

/** What a guest has got to, for a reload or a link into the middle. */
export interface Progress {
  searched: boolean;
  guestGiven: boolean;
  committed: boolean;
  /** And its guest does not know how it ended. */
  untold?: boolean;
  /** And has its numbers, or cannot be gone on with: its stay was changed elsewhere. */
  ended: boolean;
}

/**
 * The step to show when `wanted` is asked for directly (ROUTE-16): that step when everything before it is there,
 * else the furthest one that is. One that has ended shows nothing but what came of it, beside a new search.
 */
export function reachableStep(wanted: StepName, facts: FlowFacts, progress: Progress): StepName {
  const steps = stepsFor(facts);
  // whoever ordered has to see what came of it, wherever they are
  if (progress.untold) return "confirmation";
  if (progress.ended ? wanted !== "search" || facts.editing : wanted === "confirmation" && progress.committed)
    return "confirmation";
  const rooms = roomsComplete(facts);
  let furthest: StepName = "search";
  if (progress.searched) furthest = "rooms";
  if (progress.searched && rooms) furthest = "information";
  if (progress.searched && rooms && progress.guestGiven && steps.includes("payment")) furthest = "payment";
  const allowed = steps.filter((step) => STEP_ORDER.indexOf(step) <= STEP_ORDER.indexOf(furthest));
  return allowed.includes(wanted) ? wanted : (allowed.at(-1) ?? "search");
}
