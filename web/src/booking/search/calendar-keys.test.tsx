/** The calendar of the search by keys alone. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { makeSearch } from "../search-data";
import { renderStep } from "../test-step";
import { WithQueries } from "../WithQueries";
import { SearchStep } from "./SearchStep";

const Step = () => (
  <WithQueries>
    <SearchStep />
  </WithQueries>
);

afterEach(() => vi.unstubAllGlobals());

const onPhone = () =>
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

const at = () => (document.activeElement as HTMLElement | null)?.dataset.day;

async function found(field: RegExp) {
  const party = { adults: 2, children: 0, children_ages: [] };
  renderStep("search", Step, { state: { search: makeSearch("2026-12-12", "2026-12-15", [party]) } });
  return screen.findByRole("button", { name: field });
}

async function opened(field: RegExp) {
  const button = await found(field);
  button.focus();
  await userEvent.keyboard("{Enter}");
  return button;
}

test("opened by key, it has the focus on the day that is chosen, and arrows walk from there", async () => {
  await opened(/^Check-in/);
  await waitFor(() => expect(at()).toBe("2026-12-12"));
  await userEvent.keyboard("{ArrowRight}{ArrowDown}");
  expect(at()).toBe("2026-12-20");
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("button", { name: /^Check-in/ }).textContent).toContain("20");
});

test("opened for the departure, it has the focus there", async () => {
  await opened(/^Check-out/);
  await waitFor(() => expect(at()).toBe("2026-12-15"));
});

test("a turned month is heard", async () => {
  await opened(/^Check-in/);
  const months = await screen.findAllByRole("heading", { name: /2026|2027/ });
  expect(months.map((month) => month.getAttribute("aria-live"))).toEqual(months.map(() => "polite"));
});

test("Escape closes it and goes back to the field", async () => {
  const field = await opened(/^Check-in/);
  await waitFor(() => expect(at()).toBe("2026-12-12"));
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("grid")).toBeNull();
  expect(document.activeElement).toBe(field);
});

test("Escape closes what is open above it alone", async () => {
  const field = await opened(/^Check-in/);
  await waitFor(() => expect(at()).toBe("2026-12-12"));
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.setAttribute("open", "");
  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole("button", { name: /^Check-in/ })).toBe(field);
  expect(screen.queryAllByRole("grid").length).toBeGreaterThan(0);
  dialog.remove();
  // as a menu of the header does
  const heard = (event: KeyboardEvent) => event.preventDefault();
  document.addEventListener("keydown", heard);
  await userEvent.keyboard("{Escape}");
  document.removeEventListener("keydown", heard);
  expect(screen.queryAllByRole("grid").length).toBeGreaterThan(0);
});

test("Search without a departure says so each time, and leads to the day that was picked", async () => {
  await found(/^Check-in/);
  await userEvent.click(screen.getByRole("button", { name: /^Check-in/ }));
  await userEvent.click(await screen.findByRole("button", { name: /December 20, 2026/ }));
  expect(screen.queryByRole("alert")).toBeNull();
  const search = screen.getByRole("button", { name: "Search" });
  await userEvent.click(search);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("Now choose your departure.");
  await waitFor(() => expect(at()).toBe("2026-12-20"));
  await userEvent.click(search);
  expect(screen.getByRole("alert")).not.toBe(alert);
  await userEvent.keyboard("{Escape}");
  expect(document.activeElement).toBe(search);
});

test("on a phone Search without a departure is heard in the sheet that it opens", async () => {
  onPhone();
  await opened(/^Check-in/);
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.click(await sheet.findByRole("button", { name: /December 20, 2026/ }));
  await userEvent.click(sheet.getByRole("button", { name: "Close" }));
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  const again = within(await screen.findByRole("dialog"));
  expect((await again.findByRole("alert")).textContent).toBe("Now choose your departure.");
});

test("Search without an age leads to the first that is missing, and marks the others until they are there", async () => {
  const party = { adults: 2, children: 2, children_ages: [null, null] };
  renderStep("search", Step, { state: { search: makeSearch("2026-12-12", "2026-12-15", [party]) } });
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  const [first, second] = await screen.findAllByRole("combobox", { name: /^Age/ });
  await waitFor(() => expect(document.activeElement).toBe(first));
  await userEvent.selectOptions(first as HTMLElement, "4");
  expect(second?.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole("alert").textContent).toContain("age");
  await userEvent.selectOptions(second as HTMLElement, "7");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("on a phone a day's field in the sheet chooses what is picked, and never closes it", async () => {
  onPhone();
  const field = await opened(/^Check-in/);
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.click(sheet.getByRole("button", { name: /^Check-out/ }));
  expect(screen.getByRole("dialog")).toBeTruthy();
  // they open nothing there
  const [from, to] = sheet.getAllByRole("button", { name: /^Check-/ });
  for (const [one, pressed] of [
    [from, "false"],
    [to, "true"],
  ] as const) {
    expect(one?.getAttribute("aria-pressed")).toBe(pressed);
    expect(one?.getAttribute("aria-expanded")).toBeNull();
    expect(one?.getAttribute("aria-haspopup")).toBeNull();
  }
  await userEvent.click(sheet.getByRole("button", { name: "Close" }));
  expect(field.getAttribute("aria-haspopup")).toBe("dialog");
  expect(field.getAttribute("aria-pressed")).toBeNull();
});

test("on a phone why a day cannot be picked is heard once", async () => {
  onPhone();
  await opened(/^Check-in/);
  await waitFor(() => expect(at()).toBe("2026-12-12"));
  const struck = document.querySelector<HTMLElement>("[data-day][aria-disabled]");
  // a press takes the focus with it in some browsers, whose readers read the day's name
  fireEvent.click(struck as HTMLElement);
  expect(document.querySelector(".why-strip")?.getAttribute("role")).toBe("status");
  act(() => struck?.focus());
  expect(document.querySelector(".why-strip")?.getAttribute("role")).toBeNull();
});

test("a day that cannot be picked says why once", async () => {
  await opened(/^Check-in/);
  await waitFor(() => expect(at()).toBe("2026-12-12"));
  const struck = document.querySelector<HTMLElement>("[data-day][aria-disabled]");
  act(() => struck?.focus());
  expect(document.querySelector(".why-not")?.textContent).toBeTruthy();
  expect(struck?.getAttribute("aria-label")).toContain(
    document.querySelector(".why-not")?.lastChild?.textContent,
  );
  expect(struck?.getAttribute("aria-describedby")).toBeNull();
});

test("opened with a mouse, it leaves the focus where it is", async () => {
  await userEvent.click(await found(/^Check-in/));
  await screen.findAllByRole("grid");
  expect(at()).toBeUndefined();
});

test("turned by key, it leaves the focus on what turned it, where it leads no further too", async () => {
  await opened(/^Check-in/);
  await waitFor(() => expect(at()).toBe("2026-12-12"));
  for (const [name, times] of [
    ["Later month", 1],
    ["Earlier month", 3],
  ] as const) {
    screen.getByRole("button", { name }).focus();
    for (let turn = 0; turn < times; turn++) {
      await userEvent.keyboard("{Enter}");
      expect(document.activeElement?.getAttribute("aria-label")).toBe(name);
    }
  }
  expect(document.activeElement?.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getAllByRole("grid")[0]?.getAttribute("aria-label")).toBe("November 2026");
});
