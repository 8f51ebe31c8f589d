/** A stay that its company pays: whatever tells its terms tells them as the company's. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import ConfirmationStep from "./confirmation/ConfirmationStep";
import { confirmed } from "./confirmation/test-room";
import InformationStep from "./information/InformationStep";
import { ChangedTerms } from "./payment/ChangedTerms";
import { renderRooms } from "./rooms/test-step";
import { chosen, renderStep, room } from "./test-step";

beforeEach(() => sessionStorage.clear());

const company = { id: "MARJAN", name: "مرجان للشحن" };
// in the guest's language, as it was looked for
const deal = {
  kind: "company",
  code: "MARJAN",
  id: "MARJAN",
  name: "Marjan Shipping",
  language: "en_US",
  mop: "COMPANY",
} as const;
const paid = { ...room(1), mop: "COMPANY" as const, company, deposit_schedules: [] };
const COSTS = /Marjan Shipping pays what cancelling costs\./;

/** What stands under a heading of the terms. */
const under = (term: string, within_: ParentNode = document) =>
  [...within_.querySelectorAll("dt, h3")].find(({ textContent }) => textContent === term)?.parentElement
    ?.textContent;

// clause: PAY-11
test("guest information has its guest agree to no payment at the hotel, and to no guarantee", async () => {
  const guarantee_types = [{ id: "CC", code: "CC", name: "Credit card", payment_type_required: true }];
  renderStep("information", InformationStep, {
    // a room beside it that its guest pays has to be guaranteed
    state: { ...chosen([paid, room(2)]), deal },
    answer: (_, path) =>
      path.includes("guarantee-types") ? { status: 200, body: { guarantee_types } } : undefined,
  });
  const other = await screen.findByRole("tab", { name: /^2\./ });
  expect(under("Deposit")).toBe("DepositMarjan Shipping pays");
  expect(under("Guarantee")).toBe("GuaranteeNo guarantee is asked for.");
  expect(under("Cancelling")).toMatch(COSTS);
  await userEvent.click(other);
  expect(under("Cancelling")).not.toMatch(COSTS);
  await waitFor(() => expect(under("Guarantee")).toMatch(/Credit card/));
});

test("the details of a rate promise neither a payment at the hotel nor a guarantee", async () => {
  // the answer names the deposits of the plan, whoever pays
  renderRooms({ state: { ...chosen([room(1)]), selected: [], deal } });
  await userEvent.click(await screen.findByRole("button", { name: /^Rate details.*Deluxe King, Flexible$/ }));
  const dialog = await screen.findByRole("dialog");
  expect(under("Deposit", dialog)).toBe("DepositMarjan Shipping pays");
  expect(under("Guarantee", dialog)).toBe("GuaranteeNo guarantee is asked for.");
  within(dialog).getByText(COSTS);
});

test("the confirmation tells the cost of cancelling as the company's", () => {
  const rooms = [confirmed(1, { mop: "COMPANY", company, cancellation: paid.cancellation })];
  renderStep("confirmation", ConfirmationStep, {
    state: { ...chosen([paid]), deal, outcome: { rooms, message: null } },
  });
  screen.getByText(COSTS);
});

test("a change tells the cost of cancelling as the company's", () => {
  renderStep("payment", () => <ChangedTerms room={paid} />, { state: { ...chosen([paid]), deal } });
  screen.getByText(COSTS);
});
