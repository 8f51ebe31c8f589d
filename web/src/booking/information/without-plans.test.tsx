import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "../../api/mock/handle";
import { refusal } from "../../api/mock/refusal";
import { chosen, nextButton, renderStep, room } from "../test-step";
import { FALLBACK_RULES } from "./fields";
import InformationStep from "./InformationStep";
import { loadPhones } from "./phone";
import { PLANS_MS } from "./use-phone";

vi.mock("./phone", async (original) => ({ ...(await original<object>()), loadPhones: vi.fn() }));
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
