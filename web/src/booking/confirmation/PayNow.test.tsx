import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ConfirmedRoom } from "../../api";
import type { Answer } from "../../api/mock/handle";
import { FRAME_TIMEOUT_MS } from "../../card/exchange";
import { CLOSE_MS } from "../../card/PayFrame";
import { letStrangersIn } from "../../shell/strangers";
import { chosen, renderStep, room } from "../test-step";
import ConfirmationStep from "./ConfirmationStep";
import { LEFT_MS } from "./PayNow";
import { confirmed, paymentLink } from "./test-room";
import { POLL_MS } from "./use-link-status";

const VAULT = "http://127.0.0.1:8081";
const LINK = `${VAULT}/pay/1.b.1.s?embedded=true&go_to_payment=true`;
const STATUS = "GET /public/payment-links/1.b.1.s/status";

interface Page {
  posted: unknown[];
  close: ReturnType<typeof vi.fn>;
  focus: () => void;
  postMessage: (message: unknown, origin: string) => void;
}
/** The window of the page to pay on: all that we know of it. */
let page: Page;
let answers: Answer[];

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
  vi.setSystemTime("2026-11-21T15:00:00Z");
  const posted: unknown[] = [];
  page = {
    posted,
    close: vi.fn(),
    focus: () => undefined,
    postMessage: (message, origin) => posted.push({ message, origin }),
  };
  answers = [];
  vi.spyOn(HTMLIFrameElement.prototype, "contentWindow", "get").mockReturnValue(page as unknown as Window);
  const { happyDOM } = window as unknown as { happyDOM: { settings: Record<string, boolean> } };
  Object.assign(happyDOM.settings, {
    disableIframePageLoading: true,
    handleDisabledFileLoadingAsSuccess: true,
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const owing = (more: Partial<ConfirmedRoom> = {}) =>
  confirmed(1, {
    public_link: LINK,
    payment_link: paymentLink(),
    masked_card_number: null,
    charged_card_number: null,
    charged_now: 0,
    ...more,
  });

const show = (given = owing()) =>
  renderStep("confirmation", ConfirmationStep, {
    state: { ...chosen([room(1)]), outcome: { rooms: [given], message: null } },
    property: { vault_origin: VAULT },
    answer: (_method, path) => (path.includes("payment-links") ? answers.shift() : undefined),
  });

const status = (text: string): Answer => ({ status: 200, body: { status: text, expires_at: "" } });
const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = (name: RegExp) => act(() => fireEvent.click(screen.getByRole("button", { name })));
const tells = (data: unknown, origin = VAULT, source: unknown = page) =>
  act(() => {
    window.dispatchEvent(Object.assign(new Event("message"), { data, origin, source }));
  });
const asked = (step: ReturnType<typeof show>) => step.calls().filter((call) => call === STATUS).length;

// clause: PAY-16
test("a booking that waits for its payment says so, until when, and how it is paid", () => {
  show();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/^Almost yours, Siobhán/);
  const panel = screen.getByRole("region", { name: "Pay now to keep your booking" });
  expect(within(panel).getByText(/If nothing is paid by then/)).toBeTruthy();
  press(/^Pay \$196\.00 now/);
  expect(document.querySelector("iframe")?.getAttribute("src")).toBe(LINK);
});

// clause: PAY-16
test("the time of a link is the hotel's, and beside it the guest's where their clock is another", () => {
  const offset = vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(0);
  show();
  expect(screen.getByText(/^Kept for you until/).textContent).toContain("10:30\u00a0AM");
  expect(screen.getByText(/^On your clock/).textContent).toBe("On your clock: 03:30\u00a0PM");
  cleanup();
  offset.mockReturnValue(300);
  show();
  expect(screen.getByText(/^Kept for you until/).textContent).toContain("10:30\u00a0AM");
  expect(screen.queryByText(/^On your clock/)).toBeNull();
});

test("what is said of a payment stands below the buttons: they stay where they are when it comes", async () => {
  vi.spyOn(window, "open").mockReturnValue(page as unknown as Window);
  answers = [{ status: 503, body: {} }];
  show();
  const buttons = screen.getByRole("button", { name: /^Pay \$196\.00 now/ });
  const above = () => {
    const place = buttons.closest(".ways") as Element;
    return [...(place.parentElement as Element).children].indexOf(place);
  };
  const before = above();
  press(/^Pay in a new window/);
  expect(screen.getByText(/^We are waiting for your payment/)).toBeTruthy();
  expect(above()).toBe(before);
  await passes(POLL_MS);
  expect(screen.getByText(/^We could not hear whether it is paid/)).toBeTruthy();
  expect(above()).toBe(before);
});

test("the bank's page is waited for in the dialog, and where it does not come the page to pay on is asked for anew", async () => {
  show();
  press(/^Pay \$196\.00 now/);
  tells({ id: "ready", height: 300 });
  fireEvent.load(document.querySelector("iframe") as Element);
  tells({ id: "leaving" });
  expect(document.querySelector("iframe")?.closest("[aria-busy=true]")).toBeTruthy();
  await passes(FRAME_TIMEOUT_MS - 1);
  const words = "The page could not be loaded. Nothing is lost: please try again.";
  expect(screen.queryByText(words)).toBeNull();
  await passes(1);
  expect(screen.getByText(words)).toBeTruthy();
  press(/^Try again$/);
  expect(document.querySelector("iframe")?.getAttribute("src")).toBe(LINK);
  tells({ id: "ready", height: 300 });
  expect(document.querySelector("iframe")?.closest("[aria-busy=true]")).toBeNull();
});

// clause: PAY-17, CONF-07
test.each(["OK", "EXECUTED"])(
  "%s from the page to pay on closes the dialog after 1.5 seconds",
  async (said) => {
    const step = show();
    press(/^Pay \$196\.00 now/);
    tells({ id: "ready", height: 300 });
    expect(page.posted[0]).toMatchObject({ message: { id: "theme", locale: "en_US" }, origin: VAULT });
    // others who speak are not heard
    tells({ status: said }, "https://elsewhere.example");
    tells({ status: said }, VAULT, window);
    await passes(CLOSE_MS);
    expect(document.querySelector("iframe")).toBeTruthy();

    expect(CLOSE_MS).toBe(1_500);
    answers = [status("PENDING"), status("EXECUTED")];
    tells({ status: said });
    await passes(CLOSE_MS - 1);
    expect(document.querySelector("iframe")).toBeTruthy();
    await passes(1);
    expect(document.querySelector("iframe")).toBeNull();
    expect(screen.getByRole("alertdialog", { name: "Payment in progress" })).toBeTruthy();
    await passes(POLL_MS);
    await passes(CLOSE_MS);
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/^The room is yours/);
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
    expect(screen.getByText("Paid").nextElementSibling?.textContent).toBe("$196.00");
    expect(step.state().outcome?.rooms[0]?.public_link).toBeNull();
  },
);

test("a dialog that another window has overtaken hears when it is paid there", async () => {
  const step = show();
  press(/^Pay \$196\.00 now/);
  tells({ id: "ready", height: 300 });
  await passes(POLL_MS);
  expect(asked(step)).toBe(0);
  // the other window may hide this one
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  answers = [status("PENDING"), status("EXECUTED")];
  tells({ id: "elsewhere" });
  await passes(0);
  expect(document.querySelector("iframe")).toBeTruthy();
  await passes(POLL_MS);
  await passes(CLOSE_MS);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/^The room is yours/);
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});

test("a payment that stays unconfirmed after a minute of asking lets the guest go on, and ask again", async () => {
  const step = show();
  act(() => screen.getByRole("button", { name: /^Pay \$196\.00 now/ }).focus());
  press(/^Pay \$196\.00 now/);
  tells({ id: "ready", height: 300 });
  answers = Array.from({ length: 99 }, () => status("PENDING"));
  tells({ status: "EXECUTED" });
  await passes(CLOSE_MS);
  await passes(LEFT_MS - 1);
  expect(screen.getByRole("alertdialog", { name: "Payment in progress" })).toBeTruthy();
  await passes(1);
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(screen.getByRole("alert").textContent).toMatch(/^Your payment is not confirmed yet/);
  expect(document.activeElement).not.toBe(document.body);
  const inAMinute = asked(step);
  await passes(10 * POLL_MS);
  expect(asked(step)).toBe(inAMinute);
  answers = [status("EXECUTED")];
  press(/^See whether it is paid/);
  await passes(0);
  await passes(CLOSE_MS);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/^The room is yours/);
});

test("Escape leaves the dialog, though the focus is in the page to pay on", async () => {
  show();
  press(/^Pay \$196\.00 now/);
  tells({ id: "escape" }, "https://elsewhere.example");
  tells({ id: "escape" }, VAULT, window);
  expect(document.querySelector("iframe")).toBeTruthy();
  tells({ id: "escape" });
  expect(document.querySelector("iframe")).toBeNull();
  expect(screen.getByRole("button", { name: /^Pay \$196\.00 now/ })).toBeTruthy();
});

// clause: PAY-15
test("in a window of its own: asked every three seconds, then the overlay, then the window closes", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(page as unknown as Window);
  answers = [status("PENDING"), status("PENDING"), status("EXECUTED")];
  const step = show();
  expect(asked(step)).toBe(0);
  press(/^Pay in a new window/);
  expect(open.mock.calls[0]?.[0]).toBe(LINK);
  await passes(0);
  expect(POLL_MS).toBe(3_000);
  await passes(2_999);
  expect(asked(step)).toBe(1);
  await passes(1);
  expect(asked(step)).toBe(2);
  expect(screen.getByText("We are waiting for your payment in the other window.")).toBeTruthy();
  await passes(3_000);
  expect(asked(step)).toBe(3);
  expect(screen.getByRole("alertdialog", { name: "Payment in progress" })).toBeTruthy();
  expect(page.close).not.toHaveBeenCalled();
  await passes(CLOSE_MS);
  expect(page.close).toHaveBeenCalled();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await passes(10_000);
  expect(asked(step)).toBe(3);
});

test("a window that the guest has closed is not waited for", async () => {
  vi.spyOn(window, "open").mockReturnValue(page as unknown as Window);
  answers = [status("PENDING"), status("PENDING"), status("EXECUTED")];
  show();
  press(/^Pay in a new window/);
  await passes(0);
  expect(screen.getByText("We are waiting for your payment in the other window.")).toBeTruthy();
  Object.assign(page, { closed: true });
  await passes(POLL_MS);
  expect(screen.queryByText("We are waiting for your payment in the other window.")).toBeNull();
  expect(screen.getByRole("button", { name: /^Pay in a new window/ })).toBeTruthy();
  // a card may have been on its way
  await passes(POLL_MS);
  expect(screen.getByRole("alertdialog", { name: "Payment in progress" })).toBeTruthy();
});

// clause: PAY-19
test("asking stops with an error, which is only logged; the guest can ask again", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(window, "open").mockReturnValue(page as unknown as Window);
  answers = [status("PENDING"), { status: 503, body: {} }];
  const step = show();
  press(/^Pay in a new window/);
  await passes(POLL_MS);
  await passes(20_000);
  expect(asked(step)).toBe(2);
  screen.getByRole("button", { name: /^See whether it is paid/ }).focus();
  expect(warn).toHaveBeenCalled();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  answers = [status("EXECUTED")];
  press(/^See whether it is paid/);
  expect(document.activeElement, "its button is gone").toBe(
    screen.getByRole("heading", { name: "Pay now to keep your booking" }),
  );
  await passes(0);
  await passes(CLOSE_MS);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/^The room is yours/);
});

test("a payment provider's own page opens in a window, since no frame may show it", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(page as unknown as Window);
  answers = [status("PENDING")];
  const link = "https://checkout.provider.example/c/pay/1";
  show(owing({ public_link: link }));
  expect(screen.queryByRole("button", { name: /^Pay in a new window/ })).toBeNull();
  press(/^Pay \$196\.00 now/);
  expect(open.mock.calls[0]?.[0]).toBe(link);
  expect(document.querySelector("iframe")).toBeNull();
  await passes(0);
  expect(screen.getByText("We are waiting for your payment in the other window.")).toBeTruthy();
});

test("an address that did not come is asked for again", async () => {
  const told: Answer[] = [
    { status: 503, body: {} },
    { status: 200, body: { status: "COMMITTED", confirmation: [owing()] } },
  ];
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const outcome = { rooms: [owing({ public_link: null })], message: null };
  renderStep("confirmation", ConfirmationStep, {
    state: { ...chosen([room(1)]), outcome },
    property: { vault_origin: VAULT },
    answer: (_method, path) => (path.endsWith("new-batch-booking/b1") ? told.shift() : undefined),
  });
  const pay = () => screen.getByRole("button", { name: /^Pay \$196\.00 now/ });
  expect(pay().getAttribute("aria-disabled")).toBe("true");
  press(/^Try again/);
  await passes(0);
  expect(warn).toHaveBeenCalled();
  expect(pay().getAttribute("aria-disabled")).toBe("true");
  screen.getByRole("button", { name: /^Try again/ }).focus();
  press(/^Try again/);
  await passes(0);
  expect(screen.queryByText(/could not be reached/)).toBeNull();
  expect(document.activeElement?.textContent, "its button is gone").toBe("Pay now to keep your booking");
  press(/^Pay \$196\.00 now/);
  expect(document.querySelector("iframe")?.getAttribute("src")).toBe(LINK);
});

test("a browser that opens no window leaves a link", async () => {
  vi.spyOn(window, "open").mockReturnValue(null);
  show();
  press(/^Pay in a new window/);
  expect(screen.getByRole("link", { name: "Page to pay on" }).getAttribute("href")).toBe(LINK);
});

test("what was not paid in time is over, and says what that means", async () => {
  answers = [status("EXPIRED")];
  const step = show();
  // the time runs out while the guest looks at the page
  await passes(30 * 60_000);
  const heading = screen.getByRole("heading", { level: 1 });
  expect(heading.textContent).toBe("The booking has lapsed");
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText(/nothing was charged/)).toBeTruthy();
  press(/^Book again/);
  expect(step.went()).toBe("search");
});

test("a stay that the hotel has begun meanwhile is its guest's when the link is over", async () => {
  answers = [status("EXPIRED")];
  const begun = confirmed(1, { status: "CHECKED_IN", due_now: 196, charged_now: 0 });
  const step = renderStep("confirmation", ConfirmationStep, {
    state: { ...chosen([room(1)]), outcome: { rooms: [owing()], message: null } },
    property: { vault_origin: VAULT },
    answer: (_method, path) => {
      if (path.endsWith("new-batch-booking/b1"))
        return { status: 200, body: { status: "COMMITTED", confirmation: [begun] } };
      return path.includes("payment-links") ? answers.shift() : undefined;
    },
  });
  await passes(30 * 60_000);
  const heading = screen.getByRole("heading", { level: 1 });
  expect(heading.textContent).toMatch(/^The room is yours/);
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText("Due now: the hotel will ask you for this amount")).toBeTruthy();
  expect(step.state().outcome?.rooms).toEqual([begun]);
});

test("what the hotel has begun stands when the link is over, though the booking cannot be read", async () => {
  answers = [status("EXPIRED")];
  const link = { payment_link: paymentLink({ number_of_rooms: 2, others_stand: true }) };
  const rooms = [
    owing({ ...link, status: "CHECKED_IN" }),
    owing({ ...link, id: "r2", confirmation_no: "1HKQ2M4X7T2" }),
  ];
  vi.spyOn(console, "warn").mockReturnValue();
  const step = renderStep("confirmation", ConfirmationStep, {
    state: { ...chosen([room(1)]), outcome: { rooms, message: null } },
    property: { vault_origin: VAULT },
    answer: (_method, path) => (path.includes("payment-links") ? answers.shift() : { status: 503, body: {} }),
  });
  expect(screen.queryByText("Due now: the hotel will ask you for this amount")).toBeNull();
  await passes(30 * 60_000);
  expect(step.state().outcome?.rooms.map((one) => one.status)).toEqual(["CHECKED_IN", "CANCELLED"]);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/^The room is yours/);
  expect(screen.getByText("Due now: the hotel will ask you for this amount")).toBeTruthy();
});

test("what the hotel has begun is paid with the room that waited", async () => {
  answers = [status("EXECUTED")];
  const begun = { status: "CHECKED_IN", due_now: 196, charged_now: 0 };
  const paidBy = { payment_link: paymentLink({ status: "EXECUTED" }), public_link: null };
  const asBefore = [confirmed(1, begun), owing({ id: "r2", confirmation_no: "1HKQ2M4X7T2" })];
  const asNow = [confirmed(1, { ...begun, ...paidBy }), { ...asBefore[1], ...paidBy }];
  vi.spyOn(window, "open").mockReturnValue(page as unknown as Window);
  renderStep("confirmation", ConfirmationStep, {
    state: { ...chosen([room(1)]), outcome: { rooms: asBefore, message: null } },
    property: { vault_origin: VAULT },
    answer: (_method, path) => {
      if (path.endsWith("new-batch-booking/b1"))
        return { status: 200, body: { status: "COMMITTED", confirmation: asNow } };
      return path.includes("payment-links") ? answers.shift() : undefined;
    },
  });
  expect(screen.getByText("Due now: the hotel will ask you for this amount")).toBeTruthy();
  press(/^Pay in a new window/);
  await passes(0);
  await passes(CLOSE_MS);
  expect(screen.queryByText("Due now: the hotel will ask you for this amount")).toBeNull();
  expect(screen.getAllByText("Paid")).toHaveLength(2);
});

test("nothing is paid by a link that is over, while the booking is read", async () => {
  answers = [status("EXPIRED")];
  let answerWith: (answer: Answer) => void = () => undefined;
  const booking = new Promise<Answer>((resolve) => {
    answerWith = resolve;
  });
  const step = renderStep("confirmation", ConfirmationStep, {
    state: { ...chosen([room(1)]), outcome: { rooms: [owing()], message: null } },
    property: { vault_origin: VAULT },
    answer: (_method, path) => {
      if (path.endsWith("new-batch-booking/b1")) return booking;
      return path.includes("payment-links") ? answers.shift() : undefined;
    },
  });
  await passes(10 * 60_000);
  act(() => void window.dispatchEvent(new Event("focus")));
  await passes(0);
  for (const name of [/^Pay \$196\.00 now/, /^Pay in a new window/]) {
    const button = screen.getByRole("button", { name });
    for (const attribute of ["aria-disabled", "aria-busy"])
      expect(button.getAttribute(attribute)).toBe("true");
  }
  expect(screen.queryByText(/^Kept for you until/)).toBeNull();
  expect(asked(step)).toBe(1);
  vi.spyOn(console, "warn").mockReturnValue();
  answerWith({ status: 503, body: {} });
  await passes(0);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("The booking has lapsed");
});

test("a room that does not wait for the payment is shown as booked, whatever becomes of the link", async () => {
  answers = [status("EXPIRED")];
  const sure = confirmed(2, { due_now: 0, charged_now: 0 });
  const waiting = owing({ payment_link: paymentLink({ others_stand: true }) });
  const step = renderStep("confirmation", ConfirmationStep, {
    state: { ...chosen([room(1)]), outcome: { rooms: [sure, waiting], message: null } },
    property: { vault_origin: VAULT },
    answer: (_method, path) => (path.includes("payment-links") ? answers.shift() : undefined),
  });
  const panel = screen.getByRole("region", { name: "Pay now to keep your booking" });
  expect(within(panel).getByText(/What is not paid here is booked already/)).toBeTruthy();
  const free = screen.getAllByText(/As long as the booking is not paid, cancelling costs nothing/);
  expect(
    free.map((one) => one.textContent?.slice(-23)),
    "then its terms",
  ).toEqual(["Once it is, this holds:"]);
  await passes(30 * 60_000);
  expect(step.state().outcome?.rooms.map((one) => one.status)).toEqual(["HOLD", "CANCELLED"]);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/^The room is yours/);
  expect(screen.getByText(/What is shown here stays booked/)).toBeTruthy();
  expect(screen.queryByText("1HKQ2M4X7T1")).toBeNull();
});

// clause: PAY-16
test("a link whose time is over is not offered, though a payment may still come in", async () => {
  answers = [status("PENDING"), { status: 503, body: {} }, status("PENDING"), status("EXPIRED")];
  vi.spyOn(console, "warn").mockReturnValue();
  const step = show();
  await passes(30 * 60_000 - 1);
  expect(screen.getByText(/^Kept for you until/)).toBeTruthy();
  screen.getByRole("button", { name: /^Pay \$196\.00 now/ }).focus();
  await passes(1);
  expect(screen.queryByRole("button", { name: /^Pay / })).toBeNull();
  expect(screen.getByText(/^The time to pay is over/)).toBeTruthy();
  expect(screen.queryByText(/^Kept for you until/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Waiting for payment" }));
  await passes(POLL_MS);
  expect(asked(step)).toBe(2);
  press(/^See whether it is paid/);
  await passes(0);
  expect(screen.queryByText(/the other window/), "there is none").toBeNull();
  await passes(POLL_MS);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("The booking has lapsed");
});

// clause: PAY-15
test("a card that was on its way when the dialog was closed is heard of", async () => {
  const step = show();
  press(/^Pay \$196\.00 now/);
  await passes(POLL_MS);
  expect(asked(step), "the dialog says itself when it is paid").toBe(0);
  answers = [status("PENDING"), status("EXECUTED")];
  press(/^Close/);
  await passes(0);
  expect(screen.getByRole("button", { name: /^Pay \$196\.00 now/ })).toBeTruthy();
  expect(screen.queryByText(/the other window/)).toBeNull();
  await passes(POLL_MS);
  await passes(CLOSE_MS);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/^The room is yours/);
});

test("whoever only looked into the dialog is asked about for a minute", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const step = show();
  answers = Array.from({ length: 99 }, () => status("PENDING"));
  press(/^Pay \$196\.00 now/);
  press(/^Close/);
  await passes(LEFT_MS);
  const inAMinute = asked(step);
  expect(inAMinute).toBeGreaterThanOrEqual(LEFT_MS / POLL_MS);
  await passes(10 * 60_000);
  expect(asked(step)).toBe(inAMinute);
  act(() => void window.dispatchEvent(new Event("focus")));
  await passes(POLL_MS);
  expect(asked(step), "as for anybody who comes back").toBe(inAMinute + 1);
  // what nobody could tell is asked again for whoever wants to know
  answers = [{ status: 503, body: {} }, status("PENDING"), status("PENDING")];
  press(/^Pay \$196\.00 now/);
  press(/^Close/);
  await passes(0);
  await passes(LEFT_MS);
  press(/^See whether it is paid/);
  await passes(POLL_MS);
  expect(asked(step)).toBe(inAMinute + 4);
});

test("a hidden tab asks nothing, unless the guest pays in another window", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const seen = vi.spyOn(document, "visibilityState", "get");
  const tab = (state: "hidden" | "visible") => {
    seen.mockReturnValue(state);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
  };
  vi.spyOn(window, "open").mockReturnValue(page as unknown as Window);
  answers = Array.from({ length: 9 }, () => status("PENDING"));
  const step = show();
  press(/^Pay \$196\.00 now/);
  press(/^Close/);
  await passes(0);
  expect(asked(step)).toBe(1);
  tab("hidden");
  await passes(5 * POLL_MS);
  expect(asked(step)).toBe(1);
  tab("visible");
  await passes(0);
  expect(asked(step)).toBeGreaterThan(1);
  press(/^Pay in a new window/);
  tab("hidden");
  const before = asked(step);
  await passes(POLL_MS);
  expect(asked(step), "its tab may hide this one, which closes it").toBe(before + 1);
});

test("where the panel goes by itself, the focus goes on to what the screen says", async () => {
  answers = [status("PENDING")];
  const paid = owing({ payment_link: paymentLink({ status: "EXECUTED" }), public_link: null });
  renderStep("confirmation", ConfirmationStep, {
    state: { ...chosen([room(1)]), outcome: { rooms: [owing()], message: null } },
    property: { vault_origin: VAULT },
    answer: (_method, path) => {
      if (path.endsWith("new-batch-booking/b1"))
        return { status: 200, body: { status: "COMMITTED", confirmation: [paid] } };
      return path.includes("payment-links") ? answers.shift() : undefined;
    },
  });
  act(() => screen.getByRole("button", { name: /^Pay \$196\.00 now/ }).focus());
  act(() => void window.dispatchEvent(new Event("focus")));
  await passes(0);
  expect(screen.queryByRole("region", { name: "Pay now to keep your booking" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});

test("a room that the hotel has begun is paid with the other, and stays its guest's if it is not", () => {
  show(owing({ payment_link: paymentLink({ number_of_rooms: 2, begun_stand: true }) }));
  expect(screen.getByText(/A room whose stay has begun is yours in any case/)).toBeTruthy();
  expect(screen.queryByText(/What is not paid here is booked already/)).toBeNull();
});

test("a room that its guest cancelled is not told as unpaid once the link is over", async () => {
  answers = [status("EXPIRED")];
  const cancelled = {
    at: "",
    by: "GUEST",
    penalty: 0,
    kept: 0,
    refund: 0,
    refund_to: [],
    refund_once_paid: 196,
    points: 0,
  };
  const gone = owing({ id: "r2", confirmation_no: "1HKQ2M4X7T2", status: "CANCELLED", cancelled });
  vi.spyOn(console, "warn").mockReturnValue();
  renderStep("confirmation", ConfirmationStep, {
    state: { ...chosen([room(1)]), outcome: { rooms: [owing(), gone], message: null } },
    property: { vault_origin: VAULT },
    answer: (_method, path) => (path.includes("payment-links") ? answers.shift() : { status: 503, body: {} }),
  });
  await passes(30 * 60_000);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("The booking has lapsed");
  const told = screen.getByRole("region", { name: "Deluxe King 1HKQ2M4X7T2" });
  expect(within(told).getByText("Cancelled")).toBeTruthy();
  expect(within(told).queryByText(/once the booking is paid/)).toBeNull();
});

// clause: PAY-16
test("what the payment is for is told, and what of it comes back", () => {
  const panel = () => screen.getByRole("region", { name: "Pay now to keep your booking" }).textContent;
  show();
  expect(panel()).not.toMatch(/The payment is for|comes back/);
  cleanup();
  show(owing({ payment_link: paymentLink({ amount: 624, number_of_rooms: 2 }) }));
  expect(panel()).toContain("The payment is for 2 rooms.");
  expect(panel()).not.toContain("comes back");
  cleanup();
  show(owing({ payment_link: paymentLink({ amount: 624, number_of_rooms: 2, comes_back: 273.64 }) }));
  expect(panel()).toContain(
    "$273.64 of it is for what was cancelled, and comes back to you once it is paid.",
  );
});

test("what was paid in another tab meanwhile is seen when the guest comes back to this one", async () => {
  const comesBack = () => act(() => void window.dispatchEvent(new Event("focus")));
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  answers = [status("PENDING"), { status: 503, body: {} }, status("EXECUTED")];
  const step = show();
  for (const times of [1, 2]) {
    comesBack();
    await passes(POLL_MS);
    expect(asked(step), "once each time").toBe(times);
    expect(screen.getByRole("button", { name: /^Pay \$196\.00 now/ })).toBeTruthy();
  }
  expect(warn.mock.calls.filter(([said]) => said === "the payment link was not heard of")).toHaveLength(1);
  expect(screen.queryByRole("alert")).toBeNull();
  comesBack();
  await passes(0);
  await passes(CLOSE_MS);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/^The room is yours/);
  comesBack();
  await passes(POLL_MS);
  expect(asked(step)).toBe(3);
});

test("whoever comes back before it is paid reads the booking as it is by now", async () => {
  answers = [status("PENDING")];
  const back = { payment_link: paymentLink({ number_of_rooms: 2, comes_back: 196 }) };
  const other = owing({ id: "r2", confirmation_no: "1HKQ2M4X7T2" });
  const rooms = [owing(), other];
  const confirmation = [
    { ...rooms[0], ...back },
    { ...other, ...back, status: "CANCELLED" },
  ];
  renderStep("confirmation", ConfirmationStep, {
    state: { ...chosen([room(1)]), outcome: { rooms, message: null } },
    property: { vault_origin: VAULT },
    answer: (_method, path) => {
      if (path.endsWith("new-batch-booking/b1"))
        return { status: 200, body: { status: "COMMITTED", confirmation } };
      return path.includes("payment-links") ? answers.shift() : undefined;
    },
  });
  act(() => void window.dispatchEvent(new Event("focus")));
  await passes(0);
  expect(screen.getByText("Cancelled")).toBeTruthy();
  expect(screen.getByText(/\$196\.00 of it is for what was cancelled/)).toBeTruthy();
});

test("what was read before it was paid takes nothing back when it comes after what was read since", async () => {
  vi.spyOn(window, "open").mockReturnValue(page as unknown as Window);
  answers = [status("PENDING"), status("PENDING"), status("EXECUTED")];
  const reads: ((answer: Answer) => void)[] = [];
  renderStep("confirmation", ConfirmationStep, {
    state: { ...chosen([room(1)]), outcome: { rooms: [owing()], message: null } },
    property: { vault_origin: VAULT },
    answer: (_method, path) => {
      if (path.endsWith("new-batch-booking/b1")) return new Promise((resolve) => reads.push(resolve));
      return path.includes("payment-links") ? answers.shift() : undefined;
    },
  });
  press(/^Pay in a new window/);
  await passes(0);
  act(() => void window.dispatchEvent(new Event("focus")));
  await passes(POLL_MS);
  await passes(CLOSE_MS);
  expect(reads).toHaveLength(2);
  for (const answer of reads.reverse()) {
    answer({ status: 200, body: { status: "COMMITTED", confirmation: [owing()] } });
    await passes(0);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/^The room is yours/);
  }
});

// the last here: nothing takes a stranger out of a page again
test("beside a third party's script no card is asked for: the page is loaded anew, without it", () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  letStrangersIn();
  show();
  expect(reload).toHaveBeenCalledOnce();
  expect(screen.queryByRole("region", { name: "Pay now to keep your booking" })).toBeNull();
});
