/** What is said of an act on a reservation is brought into sight, with the focus, wherever it was begun. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "../api/mock/handle";
import { openStay } from "./test-stay";

const RESULT = "/search-reservation-result";
const refusal = (code: string, message: string): Answer => ({ status: 409, body: { code, message } });
/** What was brought into sight last. */
let seen: Element | null = null;
beforeEach(() => {
  seen = null;
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    seen = this;
  });
});

/** What is said has the focus and was brought into sight. */
async function isMet(words: string | RegExp) {
  const box = (await screen.findByText(words)).closest("[tabindex='-1']");
  await waitFor(() => expect(document.activeElement).toBe(box));
  expect(seen).toBe(box);
}

// clause: MANAGE-30
test("what cannot be begun says why where the guest looks, each time", async () => {
  openStay(RESULT, (_, path) => {
    if (path === "/cancel-booking/consent") return refusal("SOME", "Please call us to cancel.");
    return path.includes("batch-booking") ? refusal("OTHER", "Please call us to change it.") : undefined;
  });
  const [button] = await screen.findAllByRole("button", { name: "Cancel reservation" });
  if (!button) throw new Error("no button");
  await userEvent.click(button);
  await isMet("Please call us to cancel.");
  button.focus();
  seen = null;
  await userEvent.click(button);
  await isMet("Please call us to cancel.");
  const [edit] = screen.getAllByRole("button", { name: "Edit details" });
  if (edit) await userEvent.click(edit);
  await isMet("Please call us to change it.");
  expect(screen.queryByText("Please call us to cancel.")).toBeNull();
});

// clause: MANAGE-30
test("details that are not saved say why where the guest looks, each time", async () => {
  openStay("/guest-details", (_, path) =>
    path === "/update-guest" ? refusal("SOME", "Please call us to change them.") : undefined,
  );
  await screen.findByLabelText(/^First name/);
  for (const _ of ["once", "twice"]) {
    seen = null;
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await isMet("Please call us to change them.");
  }
});
