/** Another card for a stay, with a card form that always gives one and a server whose answers get lost. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Ref, useImperativeHandle } from "react";
import { expect, test, vi } from "vitest";
import type { CardHandle } from "../card/host";
import { booked, calls, found, openStay } from "./test-stay";

const card = {
  status: "SUCCESS",
  masked_card_number: "XXXXXXXXXXXX4242",
  card_brand: "VISA",
  card_expire_month: "3",
  card_expire_year: "2029",
  token: "tok_1",
  card_unique_code: "u1",
  external_reference_number: "r1",
  card_holder: "S NI BHRIAIN",
};

vi.mock("../card/host", () => ({
  CardHost: ({ ref }: { ref: Ref<CardHandle> }) => {
    useImperativeHandle(ref, () => ({ submit: async () => card }));
    return null;
  },
}));

const source = (custom_field_1: string, custom_field_4: string) => ({
  custom_field_1,
  custom_field_2: "VISA",
  custom_field_4,
  primary: true,
});
const before = source("XXXXXXXXXXXX4242", "12/2026");
const after = source("XXXXXXXXXXXX4242", "03/2029");
const sent = () => calls("POST", "/add-guarantee").length;

/** What became of the call before its answer was lost, or what the answer was. */
function open(kept: boolean, answer: () => { status: number; body: object }) {
  openStay(
    "/add-payment",
    (_, path) => (path === "/add-guarantee" ? answer() : undefined),
    () => found({ payment_sources: [kept && sent() > 0 ? after : before] }),
  );
}
const lost = () => {
  throw new TypeError("no answer");
};
async function save() {
  await screen.findByRole("heading", { name: "Add new payment method" });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
}

// clause: CARD-08
test("a card that came through is saved though the answer got lost", async () => {
  open(true, lost);
  await save();
  expect((await screen.findAllByText("Saved successfully.")).length).toBeGreaterThan(0);
  expect(window.location.hash).toMatch(/^#\/search-reservation-result/);
  expect(sent()).toBe(1);
});

test("what was saved is not told of another room of the booking", async () => {
  const room = (conf_num: string) => booked({ conf_num, request_token: conf_num });
  openStay(
    "/add-payment",
    (_, path) => (path === "/add-guarantee" ? { status: 200, body: {} } : undefined),
    () =>
      found({ payment_sources: [sent() > 0 ? after : before] }, { rooms: [room("1STAY"), room("2STAY")] }),
  );
  await save();
  await waitFor(() => expect(screen.getByRole("main").textContent).toContain("Saved successfully."));
  await userEvent.click((await screen.findAllByRole("button", { name: "Show this room" }))[0] as HTMLElement);
  await waitFor(() => expect(screen.getByRole("main").textContent).not.toContain("Saved successfully."));
});

test("of a card without an answer nothing is said but that there was none", async () => {
  open(false, lost);
  await save();
  expect((await screen.findByRole("alert")).textContent).toContain("The server did not answer.");
  expect(window.location.hash).toMatch(/^#\/add-payment/);
  await waitFor(() => expect(screen.getByRole("button", { name: "Save" }).ariaBusy).not.toBe("true"));
});

// clause: CARD-09
test("a card that the server refuses is told as not saved", async () => {
  open(true, () => ({ status: 422, body: { code: "UNACCEPTABLE" } }));
  await save();
  expect((await screen.findByRole("alert")).textContent).toContain("The card could not be saved.");
});

// clause: MANAGE-19, MANAGE-30
test("a stay that the hotel has begun takes no card any more, and says so", async () => {
  openStay(
    "/add-payment",
    (_, path) =>
      path === "/add-guarantee"
        ? { status: 409, body: { code: "NOT_CHANGEABLE", message: "The hotel has begun it." } }
        : undefined,
    () => found(sent() > 0 ? { status: "CHECKED_IN" } : {}),
  );
  await save();
  expect(await screen.findByText("CHECKED_IN")).toBeTruthy();
  expect(window.location.hash).toMatch(/^#\/search-reservation-result/);
  expect((await screen.findByRole("alert")).textContent).toContain("The hotel has begun it.");
});
