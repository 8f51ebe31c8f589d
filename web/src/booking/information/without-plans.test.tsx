import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "../../api/mock/handle";
import { refusal } from "../../api/mock/refusal";
import { atCommit, useCommit } from "../../test-commit";
import { chosen, nextButton, renderStep, room } from "../test-step";
import { FALLBACK_RULES } from "./fields";
import InformationStep from "./InformationStep";
import type * as Phone from "./phone";
import { loadPhones } from "./phone";
import type * as Contacts from "./use-contact";
import { PLANS_MS } from "./use-phone";

vi.mock("./phone", async (original) => ({ ...(await original<object>()), loadPhones: vi.fn() }));
vi.mock("./use-contact", async (original) => {
  const { useContact } = await original<typeof Contacts>();
  const observed: typeof useContact = (options) => {
    const contact = useContact(options);
    useCommit();
    return contact;
  };
  return { useContact: observed };
});
const plans = vi.mocked(loadPhones);

beforeEach(() => sessionStorage.clear());
afterEach(() => void vi.useRealTimers());

/** Everything is typed and Next is pressed, without the numbering plans. */
async function goOn(answer: (path: string) => Answer | undefined = () => undefined) {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const step = renderStep("information", InformationStep, {
    state: chosen([room(1)]),
    answer: (_method, path) =>
      path.includes("address-rules") ? { status: 200, body: FALLBACK_RULES } : answer(path),
  });
  await user.type(await screen.findByLabelText(/^First name/), "Ada");
  await user.type(screen.getByLabelText(/^Last name/), "Byron");
  await user.type(screen.getByLabelText(/^E-mail/), "ada@example.ie");
  await user.type(screen.getByLabelText(/^Mobile number/, { selector: "input" }), "207 555 0142");
  await user.click(screen.getByRole("checkbox", { name: /^I have read/ }));
  await user.click(nextButton() as HTMLElement);
  return step;
}
const sent = { guest_data: { first_name: "Ada", phone: "207 555 0142" } };

// clause: GUEST-16
test("a number without a dial code goes to the server as it was typed, which judges it", async () => {
  plans.mockRejectedValue(new Error("no such part"));
  const errors = [{ field: "guest_data.phone", message: "Not valid" }];
  const step = await goOn((path) =>
    path.endsWith("add-guest") ? refusal("GUEST_INCOMPLETE", { errors }) : undefined,
  );
  expect(await screen.findByText(/^Not valid\. .*with its country code/)).toBeTruthy();
  expect(step.sent("add-guest")).toMatchObject(sent);
});

test("plans that do not come hold Next up for some seconds only", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  plans.mockReturnValue(new Promise(() => undefined));
  const step = await goOn();
  expect(nextButton()?.getAttribute("aria-busy")).toBe("true");
  expect(step.sent("add-guest")).toBeUndefined();
  await vi.advanceTimersByTimeAsync(PLANS_MS);
  await waitFor(() => expect(step.went()).toBe("payment"));
  expect(step.sent("add-guest")).toMatchObject(sent);
});

test("what is typed of a number just as the plans come stays", async () => {
  const { loadPhones: load } = await vi.importActual<typeof Phone>("./phone");
  const loaded = await load();
  let come: () => void = () => undefined;
  plans.mockReturnValue(
    new Promise((resolve) => {
      come = () => resolve(loaded);
    }),
  );
  const step = renderStep("information", InformationStep, {
    state: chosen([room(1)]),
    answer: (_method, path) =>
      path.includes("address-rules") ? { status: 200, body: FALLBACK_RULES } : undefined,
  });
  const number = await screen.findByLabelText(/^Mobile number/, { selector: "input" });
  await userEvent.type(number, "+12075550142");
  await atCommit(come, () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(number, "+12075550143");
    number.dispatchEvent(new Event("input", { bubbles: true }));
  });
  expect(step.state().guestDraft.phone).toBe("+12075550143");
});
