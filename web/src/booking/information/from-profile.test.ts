import { expect, test } from "vitest";
import { member } from "../../api/mock/member";
import { EMPTY_DRAFT } from "./draft";
import { FALLBACK_RULES, type GuestField } from "./fields";
import { eligibleState, lockedFields, profileDraft } from "./from-profile";
import { loadPhones } from "./phone";

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

// clause: GUEST-05
test("what the profile said is locked, unless the form has something against it or it says something else by now", async () => {
  const filled = profileDraft(member);
  const phones = await loadPhones();
  const maine = { id: "ME", state_code: "ME", name: "Maine" };
  const standing = {
    draft: { ...EMPTY_DRAFT, ...filled, state: "ME", phone: "(207) 555-0142", phone_country: "US" },
    phones,
    rules: { ...FALLBACK_RULES, property_eligible_states: [maine] },
    problems: {},
  };
  const all = Object.keys(filled);
  expect([...lockedFields(filled, standing, "US")]).toEqual(all);
  const problems = { zip_code: { kind: "NOT_VALID" } };
  expect(lockedFields(filled, { ...standing, problems }, "US").has("zip_code")).toBe(false);
  const other = { email: "maya@guest.co", state: "NH", phone: "(207) 555-0143", zip_code: "04102" };
  const mended = lockedFields(filled, { ...standing, draft: { ...standing.draft, ...other } }, "US");
  expect(all.filter((name) => !mended.has(name as GuestField))).toEqual([
    "email",
    "phone",
    "state",
    "zip_code",
  ]);
  const { phone = "" } = filled;
  const early = { ...standing, phones: null, draft: { ...standing.draft, phone } };
  expect(lockedFields(filled, early, "US").has("phone"), "before the numbering plans are here").toBe(true);
});
