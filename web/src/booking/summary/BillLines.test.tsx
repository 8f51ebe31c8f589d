import { cleanup, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Folio, SelectedRoom } from "../../api";
import { withAddons } from "../../api/mock/addons";
import { availability } from "../../api/mock/offers";
import { chosen, renderStep, room } from "../test-step";
import BillLines from "./BillLines";

beforeEach(() => sessionStorage.clear());

/** A room that is looked at in euros. */
function inEuros(change: Partial<SelectedRoom>, folio: Partial<Folio> = {}): SelectedRoom {
  const one = room(1);
  const conversion = { currency: "EUR", rate: 0.9, date: "2026-11-20" };
  const profile_taxes = one.profile_taxes && { ...one.profile_taxes, ...folio };
  return { ...one, conversion, profile_taxes, ...change };
}
const total = room(1).profile_taxes?.estimated_total ?? 0;
const stay_change = {
  old_total: 600,
  new_total: total,
  difference: total - 600,
  paid: 200,
  due_now: 50,
  refund: 0,
  refund_to: [],
  due_later: 0,
  penalty: 0,
  kept: 0,
  asked_before: 0,
};

// clause: SUMM-04
test.each([
  ["what the guest pays", inEuros({}), "You pay in USD", total],
  [
    "without what points pay",
    inEuros({ total_redeemed_points: 5000 }, { total_redeemed_points: 5000, amount_to_pay: 100 }),
    "You pay in USD",
    100,
  ],
  ["the total that a company pays", inEuros({ mop: "COMPANY" }), "Total in USD", total],
  ["the total of a changed stay", inEuros({ stay_change }), "Total in USD", total],
])("beside another currency stands in the hotel's own %s", async (_, selected, label, amount) => {
  renderStep("rooms", () => <BillLines current="addons" rooms={[selected]} />, { state: chosen([selected]) });
  const said = await screen.findAllByText(label);
  expect(said[0]?.nextElementSibling?.textContent).toBe(`$${amount.toFixed(2)}`);
});

// clause: I18N-02
test("a room's name runs as its own language does", async () => {
  renderStep("rooms", () => <BillLines current="addons" rooms={[room(1)]} />, { state: chosen([room(1)]) });
  expect((await screen.findAllByText(room(1).room_type_name, { selector: "b" }))[0]?.dir).toBe("auto");
});

// clause: SUMM-02
test("what was added stands on the bill with how many there are of it and on which days", async () => {
  const on = (date: string) => ({ charge_type_id: "SAIL", quantity: 2, date });
  const entries = [on("2026-12-12"), on("2026-12-14"), { charge_type_id: "LATE", quantity: 1 }];
  renderStep("rooms", () => <BillLines current="addons" rooms={[withAddons(room(1), entries)]} />, {
    state: chosen([withAddons(room(1), entries)]),
  });
  const line = async (name: string) =>
    (await screen.findAllByText(name, { selector: "dt > span" }))[0]?.closest("dt")?.textContent;
  expect(await line("An hour under sail × 2")).toBe("An hour under sail × 2Sat, Dec 12 · Mon, Dec 14");
  expect(await line("Late check-out")).toBe("Late check-out");
  // late check-out is had once: no night costs a part of it
  expect(screen.queryByText(/a night/)).toBeNull();
});

// clause: SUMM-02
test("what costs nothing is free on the bill, as it is on its card", async () => {
  const free = withAddons(room(1), [{ charge_type_id: "LATE", quantity: 1 }]);
  const charges = free.profile_taxes?.charges.map((charge) =>
    charge.charge_type_code === "LATE" ? { ...charge, net_value: 0 } : charge,
  );
  const selected = { ...free, profile_taxes: free.profile_taxes && { ...free.profile_taxes, charges } };
  renderStep("rooms", () => <BillLines current="addons" rooms={[selected as SelectedRoom]} />, {
    state: chosen([room(1)]),
  });
  const [text] = await screen.findAllByText("Late check-out", { selector: "dt > span" });
  const name = text?.closest("dt");
  expect(name?.nextElementSibling?.textContent).toBe("Free of charge");
});

test("the bar counts the rooms, also those that were chosen in one", async () => {
  const bar = async (rooms: SelectedRoom[]) => {
    cleanup();
    renderStep("payment", () => null, { state: chosen(rooms) });
    return (await screen.findByRole("button", { name: /^Open your stay/ })).textContent;
  };
  expect(await bar([room(1)])).toContain("Deluxe King");
  expect(await bar([{ ...room(1), number_of_rooms: 2 }])).toContain("2 rooms");
  expect(await bar([room(1), room(2)])).toContain("3 nights · 2 rooms");
  const dates = (text: string | null) => text?.replace(/[\u2009\u202f]/g, " ");
  expect(dates(await bar([room(1), { ...room(2), check_in_date: "2026-12-13" }]))).toContain(
    "Dec 12 – 15, Dec 13 – 15 · 2 rooms",
  );
});

// clause: I18N-02
test.each([
  ["as it was told in this language", "en_US", "Marjan Gesellschaft"],
  ["in this language, also when it was typed in another one", "de_DE", "Marjan Trading"],
])("the company that pays is named %s", async (_, language, named) => {
  const answer = {
    ...availability(new URLSearchParams()),
    company: { id: "MARJAN", name: "Marjan Trading" },
  };
  const asked = new URLSearchParams();
  renderStep("rooms", () => <BillLines current="addons" rooms={[{ ...room(1), mop: "COMPANY" }]} />, {
    state: {
      ...chosen([{ ...room(1), mop: "COMPANY" }]),
      deal: {
        kind: "company",
        code: "MJ",
        id: "MARJAN",
        name: "Marjan Gesellschaft",
        mop: "COMPANY",
        language,
      },
    },
    answer: (_method, path, url) => {
      if (!path.includes("mini-rates")) return undefined;
      for (const [name, text] of url.searchParams) asked.set(name, text);
      return { status: 200, body: answer };
    },
  });
  await screen.findAllByText(`${named} pays`);
  expect(asked.get("language_code")).toBe(language === "en_US" ? null : "en_US");
});

test("a room that the guest's code lowers says so on the bill, one beside it that it is not for does not", async () => {
  const lowered = { ...room(1), discount: { id: "D1", name: "Winter by the sea" } };
  const rooms = [lowered, room(2)];
  const deal = { kind: "promo", code: "WINTER15", id: "D1", name: "Winter by the sea" } as const;
  renderStep("rooms", () => <BillLines current="addons" rooms={rooms} />, {
    state: { ...chosen(rooms), deal },
  });
  await screen.findAllByText("With WINTER15");
  const told = [...document.querySelectorAll(".bill-room")].map((one) =>
    one.textContent?.includes("With WINTER15"),
  );
  expect(told.slice(0, 2)).toEqual([true, false]);
});
