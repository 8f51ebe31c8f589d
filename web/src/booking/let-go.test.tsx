import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { useBooking } from "./BookingProvider";
import { SearchStep } from "./search/SearchStep";
import { makeSearch } from "./search-data";
import { chosen, renderStep, room } from "./test-step";

function Currency() {
  const { changeCurrency } = useBooking();
  return (
    <button type="button" onClick={() => changeCurrency("EUR")}>
      Prices in euros
    </button>
  );
}

// clause: CUR-02
test("a room that is let go without a connection is given back once there is one", async () => {
  let offline = true;
  const page = renderStep("rooms", Currency, {
    state: chosen([room(1)]),
    answer: (method) => (method === "DELETE" ? { status: offline ? 0 : 204 } : undefined),
  });
  const given = () => page.calls().filter((call) => call.startsWith("DELETE"));
  await userEvent.click(await screen.findByRole("button", { name: "Prices in euros" }));
  await waitFor(() => expect(given()).toHaveLength(2));
  expect(page.state().repriced?.letGo).toBe(true);
  offline = false;
  await waitFor(() => {
    window.dispatchEvent(new Event("online"));
    expect(given()).toHaveLength(3);
  });
  // and not again
  window.dispatchEvent(new Event("online"));
  expect(given()).toHaveLength(3);
});

// clause: CUR-02
test("another currency keeps who sleeps in which room, and how old the children are", async () => {
  const parties = [
    { adults: 3, children: 0, children_ages: [] },
    { adults: 1, children: 1, children_ages: [7] },
  ];
  const search = makeSearch("2026-12-12", "2026-12-15", parties);
  const Step = () => (useBooking().state.search ? <Currency /> : <SearchStep />);
  // the address has their sums alone
  const query = "from=2026-12-12&to=2026-12-15&room_count=2&guests=4&children=1";
  const page = renderStep("rooms", Step, { state: { ...chosen([room(1), room(2)]), search }, query });
  await userEvent.click(await screen.findByRole("button", { name: "Prices in euros" }));
  await userEvent.click(await screen.findByRole("button", { name: "Search" }));
  await waitFor(() => expect(page.state().search).toEqual(search));
});

// clause: SEARCH-09
test.each(["from=2025-12-12&to=2025-12-15&", ""])(
  "days that are over by now are not searched for once more, and that is said (%s)",
  async (dates) => {
    const parties = [
      { adults: 3, children: 0, children_ages: [] },
      { adults: 1, children: 1, children_ages: [7] },
    ];
    const search = makeSearch("2025-12-12", "2025-12-15", parties);
    const page = renderStep("search", () => <SearchStep />, {
      state: { before: { search, code: null } },
      query: `${dates}room_count=2&guests=4&children=1`,
    });
    expect((await screen.findByRole("alert")).textContent).toMatch(/^Check in date cannot be earlier/);
    expect(screen.getByRole("button", { name: /^Check-in/ }).textContent).not.toContain("December 12");
    // who sleeps where is not over
    await userEvent.click(screen.getByRole("button", { name: "Search" }));
    await waitFor(() => expect(page.state().search?.rooms.map(({ persons }) => persons)).toEqual(parties));
  },
);
