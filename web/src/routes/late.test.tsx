/** A guest who has gone on is not led back by an answer that comes late. */
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Answer } from "../api/mock/handle";
import type { Mock } from "../api/mock/install";
import { navigate } from "./address";
import { countryRules, event, type Instead, openEvent } from "./test-sides";
import { change, consent, found, openStay } from "./test-stay";

vi.mock("../card/host", () => import("./test-card"));

let mock: Mock | undefined;
afterEach(() => {
  cleanup();
  mock?.restore();
});

const press = async (name: string) => {
  const [button] = await screen.findAllByRole("button", { name });
  await userEvent.click(button as HTMLElement);
};
const type = async (name: RegExp, text: string) => userEvent.type(await screen.findByLabelText(name), text);

/** The answer of the call that is held back. */
function late() {
  let answer: (told: Answer) => void = () => undefined;
  let asked = false;
  const answered = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  return {
    hold: () => {
      asked = true;
      return answered;
    },
    /** The guest goes to the search; then the answer comes. */
    comes: async (told: Answer) => {
      await waitFor(() => expect(asked).toBe(true));
      act(() => navigate("/booking/search"));
      await screen.findByRole("button", { name: "Search" });
      await act(async () => {
        answer(told);
        // what is asked after it is answered after it
        await (await fetch("/v4/properties/1")).json();
        await new Promise((resolve) => setTimeout(resolve));
      });
      expect(window.location.hash).toMatch(/^#\/booking\/search/);
      expect(screen.getByRole("button", { name: "Search" })).toBeTruthy();
    },
  };
}

const ok = (body: object = {}): Answer => ({ status: 200, body });

test.each([
  ["what cancelling costs", "/search-reservation-result", "/cancel-booking/consent", "Cancel reservation"],
  ["a cancelled stay", "/cancel-reservation", "/cancel-booking", "Cancel reservation"],
  ["what the guest is called", "/guest-details", "/update-guest", "Save"],
  ["another card", "/add-payment", "/add-guarantee", "Save"],
])("%s", async (_, screenOf, held, button) => {
  const { hold, comes } = late();
  openStay(screenOf, (_method, path) => {
    if (path === held) return hold();
    return path === "/cancel-booking/consent" ? ok(consent) : undefined;
  });
  if (screenOf === "/cancel-reservation") await screen.findByText("The hotel keeps");
  await press(button);
  await comes(ok(consent));
});

test("a change of the stay", async () => {
  const { hold, comes } = late();
  let shown = false;
  openStay("/search-reservation-result", (_, path) =>
    shown && path.endsWith("/new-batch-booking") ? hold() : undefined,
  );
  await screen.findAllByRole("button", { name: "Edit details" });
  shown = true;
  await press("Edit details");
  await comes(ok(change));
});

test("a reservation that was looked for", async () => {
  const { hold, comes } = late();
  openStay("/search-reservation", (_, path) => (path === "/manage-booking" ? hold() : undefined), null);
  await type(/^Confirmation number/, "1STAY");
  await type(/^Last name/, "Ní Bhriain");
  await press("Search");
  await comes(ok(found()));
});

const rules: Instead = (_, path) =>
  path === "/address-rules" ? ok(countryRules({ required_guest_fields: [] })) : undefined;

test("the contact of an event", async () => {
  const { hold, comes } = late();
  mock = openEvent("guest-information", event(), {
    instead: (method, path, url, body) =>
      path.includes("/contact-information/") ? hold() : rules(method, path, url, body),
    query: "&pc=HARB",
  });
  await press("Next");
  await comes(ok());
});
