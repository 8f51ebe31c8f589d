import { expect, test } from "vitest";
import type { Addon } from "../../api";
import { addonsOf, restrictedAddons, withAddons } from "../../api/mock/addons";
import { entriesOf } from "../added";
import { room } from "../test-step";
import { chosenOf, entriesFor, firstDays, hasLeft, isGone, offered, priceOf, quantityOf } from "./addons";

const stay = room(1);
const groups = addonsOf(stay);
const all = groups.flatMap((group) => group.charge_types);
const named = (id: string): Addon => {
  const found = all.find((addon) => addon.id === id);
  if (!found) throw new Error(id);
  return found;
};
const nights = ["2026-12-12", "2026-12-13", "2026-12-14"];
const heading = (_: Addon, fallback: string) => fallback;

// clause: ADDON-05
test("only what the profile allows is offered, by id and by how it is sent", () => {
  const ids = (restricted: { id: string; recurring: boolean }[]) =>
    offered(groups, restricted, heading).map(({ addon }) => addon.id);
  expect(ids(restrictedAddons)).toEqual(["BREAKFAST", "PARKING", "LATE", "SAIL", "COT"]);
  expect(ids([{ id: "LATE", recurring: true }])).toEqual(["LATE"]);
  expect(ids([{ id: "LATE", recurring: false }])).toEqual([]);
  expect(ids([{ id: "NOPE", recurring: true }])).toEqual([]);
});

test("what is in every price is told, whatever the profile says", () => {
  const pier = { ...named("COT"), id: "PIER", mandatory: true };
  const told = offered([{ name: "On the water", charge_types: [pier] }], [], heading);
  expect(told.map(({ addon }) => addon.id)).toEqual(["PIER"]);
});

test("a heading is that of the first add-on which has it in the guest's language", () => {
  const translated = (addon: Addon, fallback: string) =>
    addon.id === "PARKING" ? "Hin und zurück" : fallback;
  const groupOf = Object.fromEntries(
    offered(groups, restrictedAddons, translated).map(({ addon, group }) => [addon.id, group]),
  );
  expect(groupOf).toMatchObject({ PARKING: "Hin und zurück", LATE: "Hin und zurück", SAIL: "On the water" });
});

// clause: ADDON-06
test("a quantity is a whole number from 1 to 99", () => {
  for (const [typed, quantity] of [
    ["1", 1],
    ["99", 99],
    [" 7 ", 7],
    ["٣", 3],
    ["۱۲", 12],
    ["0", null],
    ["100", null],
    ["1.5", null],
    ["-1", null],
    ["", null],
    ["two", null],
  ] as const) {
    expect(quantityOf(typed, 99), typed).toBe(quantity);
  }
  expect(quantityOf("3", 2)).toBeNull();
});

// clause: ADDON-09
test("what is taken once is one entry without a date, the rest one entry for each day", () => {
  expect(entriesFor(named("LATE"), 1, [])).toEqual([{ charge_type_id: "LATE", quantity: 1 }]);
  expect(entriesFor(named("BREAKFAST"), 2, ["2026-12-13", "2026-12-12"])).toEqual([
    { charge_type_id: "BREAKFAST", quantity: 2, date: "2026-12-12" },
    { charge_type_id: "BREAKFAST", quantity: 2, date: "2026-12-13" },
  ]);
});

// clause: ADDON-09
test("a card begins with every night, or with the first day that can be had", () => {
  expect(firstDays(named("BREAKFAST"))).toEqual(nights);
  expect(firstDays(named("SAIL"))).toEqual(["2026-12-12"]);
  const [first, ...rest] = named("SAIL").charges;
  if (!first) throw new Error("a day");
  const full = { ...named("SAIL"), charges: [{ ...first, left: 0 }, ...rest] };
  expect(firstDays(full)).toEqual(["2026-12-13"]);
  expect(isGone(full)).toBe(false);
  expect(isGone({ ...full, charges: [{ ...first, left: 0 }] })).toBe(true);
  expect(hasLeft({ ...first, left: 2 })).toBe(true);
});

// clause: ADDON-13
test("the price is what the bill says, for every quantity and any days", () => {
  for (const addon of all) {
    for (const quantity of [1, 2, 7, 99]) {
      for (const days of [nights, nights.slice(1), nights.slice(0, 1)]) {
        const added = withAddons(stay, entriesFor(addon, quantity, days));
        const before = stay.profile_taxes?.estimated_total ?? 0;
        const after = added.profile_taxes?.estimated_total ?? 0;
        expect(priceOf(addon, quantity, days, "USD"), `${addon.id} ${quantity}`).toBeCloseTo(
          after - before,
          6,
        );
        const chosen = chosenOf(added, addon);
        expect(chosen.reduce((sum, entry) => sum + entry.amount, 0)).toBeCloseTo(after - before, 6);
        expect(entriesOf(added)).toEqual(entriesFor(addon, quantity, days));
      }
    }
  }
});
