import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { availability } from "../../api/mock/offers";
import RoomsStep from "../rooms/RoomsStep";
import type { BookingState } from "../state";
import { chosen, renderStep, room } from "../test-step";
import { WithQueries } from "../WithQueries";

beforeEach(() => {
  sessionStorage.clear();
  window.scrollTo = vi.fn();
});

const Step = () => (
  <WithQueries>
    <RoomsStep />
  </WithQueries>
);

/** As whose the calendar of the open slot was asked. */
async function asked(state: Partial<BookingState>) {
  const urls: URL[] = [];
  const page = renderStep("rooms", Step, {
    state,
    answer: (_, path, url) => {
      if (/lowest-rate-calendar$/.test(path)) urls.push(url);
      return undefined;
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Guests/ }));
  await waitFor(() => expect(urls).not.toEqual([]));
  return { session: urls[0]?.searchParams.get("session_id"), sent: page.headers("lowest-rate-calendar") };
}

test("the nights that a slot holds are free in its own calendar", async () => {
  const { session, sent } = await asked({ ...chosen([room(1), room(2)]), roomIndex: 1 });
  expect(session).toBe("s2");
  expect(sent?.get("Authorization")).toBe("Bearer secret");
});

test("a slot without a room asks for the calendar as everybody does", async () => {
  const { session, sent } = await asked({ ...chosen([room(1), room(2)]), selected: [room(1)], roomIndex: 1 });
  expect(session).toBeNull();
  expect(sent?.get("Authorization")).toBeNull();
});

test("prices of the calendar that do not come are told, and can be asked for again", async () => {
  let failing = true;
  renderStep("rooms", Step, {
    state: chosen([room(1)]),
    answer: (_, path) =>
      failing && /lowest-rate-calendar$/.test(path) ? { status: 503, body: {} } : undefined,
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Guests/ }));
  const told = await screen.findByText(/prices of these days could not be loaded/);
  failing = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(told.isConnected).toBe(false));
});

test("the least that the stay costs has its place before it is known", async () => {
  let answer = () => {};
  const held = new Promise((resolve) => {
    answer = () => resolve(undefined);
  });
  renderStep("rooms", Step, {
    state: chosen([room(1)]),
    answer: (_, path, { searchParams }) =>
      screen.queryByRole("dialog") && path.includes("/mini-rates")
        ? held.then(() => ({ status: 200, body: availability(searchParams) }))
        : undefined,
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Guests/ }));
  const price = (await screen.findByText("3 nights, from")).closest(".n");
  expect(price?.textContent).toBe("3 nights, fromwith every tax and fee");
  // read out once, whole: not before the amount is there
  const told = price?.nextElementSibling;
  expect(told?.role).toBe("status");
  expect(told?.textContent).toBe("");
  expect(told?.getAttribute("aria-busy")).toBe("true");
  answer();
  await waitFor(() => expect(told?.textContent).toMatch(/^3 nights, from\$\d.*with every tax and fee$/));
  expect(told?.getAttribute("aria-busy")).toBe("false");
  expect(price?.isConnected).toBe(false);
});

test("who takes the dates that cost less has the focus on the first of them", async () => {
  renderStep("rooms", Step, { state: chosen([room(1)]) });
  await userEvent.click(await screen.findByRole("button", { name: /^Guests/ }));
  const take = await screen.findByRole("button", { name: "Take these dates" });
  take.focus();
  await userEvent.keyboard("{Enter}");
  expect(take.isConnected).toBe(false);
  const on = document.activeElement as HTMLElement;
  expect(on.dataset.day).toBeDefined();
  expect(on.className).toContain("from");
});
