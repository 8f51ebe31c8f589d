import { expect, test } from "vitest";
import type { Guest } from "../../api";
import { FALLBACK_RULES, formPlan } from "./fields";
import { checkOwn, ownFields, ownGuest } from "./own-guests";

const plan = (profile: string[]) =>
  formPlan({ ...FALLBACK_RULES, display_fields: [...FALLBACK_RULES.display_fields, "middle_name"] }, profile);

test("asked are the names that a guest must give, and an address for who wants one", () => {
  expect(ownFields(plan(["email", "phone"]))).toEqual([
    { name: "first_name", required: true },
    { name: "last_name", required: true },
    { name: "email", required: false },
  ]);
  expect(ownFields(plan(["middle_name"])).map(({ name }) => name)).toContain("middle_name");
});

test("spaces are nothing: the room goes on under the first guest", () => {
  const fields = ownFields(plan([]));
  expect(checkOwn({ first_name: "  ", email: "" }, fields, FALLBACK_RULES)).toEqual({});
  expect(checkOwn({ email: "ravi@example.in" }, fields, FALLBACK_RULES)).toEqual({
    first_name: { kind: "REQUIRED" },
    last_name: { kind: "REQUIRED" },
  });
});

test("what is not their own is the first guest's, but never a part of the name", () => {
  const first = { first_name: "Siobhán", middle_name: "Maeve", last_name: "O'Shea" } as Guest;
  const known = { ...first, email: "s@example.ie", phone: "+353850123456", country: "IE" };
  const rest = {
    first_name: "Ravi",
    middle_name: null,
    last_name: "Menon",
    phone: known.phone,
    country: "IE",
  };
  expect(ownGuest(known, { first_name: " Ravi", last_name: "Menon" })).toEqual({
    ...rest,
    email: known.email,
  });
  expect(ownGuest(known, { first_name: "Ravi", last_name: "Menon", email: "ravi@example.in " })).toEqual({
    ...rest,
    email: "ravi@example.in",
  });
});
