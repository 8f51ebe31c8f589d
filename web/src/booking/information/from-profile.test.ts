import { expect, test } from "vitest";
import { member } from "../../api/mock/member";
import { FALLBACK_RULES } from "./fields";
import { eligibleState, lockedFields, profileDraft } from "./from-profile";

// clause: GUEST-08
test("of several entries the primary one is taken, else the first", () => {
  expect(profileDraft(member)).toEqual({
    first_name: "Maya",
    last_name: "Lindqvist",
    email: "maya@guest.example",
    phone: "+12075550142",
    country: "US",
    street: "3 Chandler Row, Flat 2",
    city: "Portland",
    state: "Maine",
    zip_code: "04101",
  });
  expect(profileDraft({ ...member, email: [], phone: [], address: [] })).toEqual({
    first_name: "Maya",
    last_name: "Lindqvist",
  });
});

test("a state is found by its code and by its name", () => {
  const maine = { id: "ME", state_code: "ME", name: "Maine" };
  const rules = { ...FALLBACK_RULES, property_eligible_states: [maine] };
  expect(eligibleState("maine", rules)).toBe("ME");
  expect(eligibleState("me", rules)).toBe("ME");
  expect(eligibleState("Elsewhere", rules)).toBe("Elsewhere");
  expect(eligibleState("Maine", FALLBACK_RULES)).toBe("Maine");
});

test("what the form has something against is not locked", () => {
  const locked = lockedFields(profileDraft(member), { zip_code: { kind: "NOT_VALID" } });
  expect(locked.has("first_name")).toBe(true);
  expect(locked.has("zip_code")).toBe(false);
  expect(locked.has("middle_name")).toBe(false);
});
