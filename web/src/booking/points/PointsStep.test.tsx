import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "../../api/mock/handle";
import { member } from "../../api/mock/member";
import { refusal } from "../../api/mock/refusal";
import type { LoggedInUser, SelectedRoom } from "../../api/types";
import InformationStep from "../information/InformationStep";
import PaymentStep from "../payment/PaymentStep";
import { chosen, nextButton, renderStep, room } from "../test-step";
import PointsStep from "./PointsStep";

vi.mock("../../card/host", () => ({ CardHost: () => <input aria-label="the card frame" /> }));

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  window.scrollTo = vi.fn();
});

const TOTAL = room(1).profile_taxes?.estimated_total ?? 0;
const left = (points: number) => Math.round((TOTAL * (18_000 - points)) / 180) / 100;

function withPoints(slot: number, total_redeemed_points: number): SelectedRoom {
  const of = room(slot);
  const profile_taxes = of.profile_taxes && {
    ...of.profile_taxes,
    total_redeemed_points,
    paid_with_points: TOTAL - left(total_redeemed_points),
    amount_to_pay: left(total_redeemed_points),
  };
  return { ...of, booked_with_points: true, total_redeemed_points, profile_taxes };
}

/** The step with its own server, where 18,000 points pay a room; `refuse` answers in its place. */
function open(
  rooms: SelectedRoom[],
  redeemable = 24_000,
  refuse: (method: string, path: string) => Answer | Promise<Answer> | undefined = () => undefined,
) {
  const posted: [string, number][] = [];
  const held = new Map(rooms.map((entry) => [entry.session_id, entry]));
  const page = renderStep("pointsRedemption", PointsStep, {
    state: { ...chosen(rooms), withPoints: true },
    user: { ...member, allow_redeem_points: true, member_points: { redeemable } },
    property: {},
    answer: (method, path, _, body) => {
      const refused = refuse(method, path);
      if (refused) return refused;
      const session = /new-booking\/(\w+)\//.exec(path)?.[1] ?? "";
      if (path.endsWith("slider-view")) {
        const all = [4500, 9000, 13_500, 18_000].filter((points) => points <= redeemable);
        const payment_options = all.map((points) => ({ points, amount: left(points) }));
        const now = held.get(session)?.total_redeemed_points ?? 0;
        return {
          status: 200,
          body: { payment_options, redeemable, total_redeemed_points: now, currency: "USD" },
        };
      }
      if (path.endsWith("/loyalty-points")) {
        const { total_redeemed_points } = body as { total_redeemed_points: number };
        posted.push([session, total_redeemed_points]);
        const content = withPoints(Number(session.slice(1)), total_redeemed_points);
        held.set(session, content);
        return { status: 200, body: { data: { session_id: session, content } } };
      }
      if (path.endsWith("charges-and-taxes")) return { status: 200, body: held.get(session)?.profile_taxes };
      return undefined;
    },
  });
  return { ...page, posted };
}

const sliders = async () => (await screen.findAllByRole("slider")) as HTMLInputElement[];
const shown = () => [...document.querySelectorAll(".points-room dd")].map((part) => part.textContent);

// clause: POINTS-02, POINTS-03, POINTS-05
test("the slider runs from 1 to the options and shows points and amount; Next saves, then asks for the taxes", async () => {
  const page = open([withPoints(1, 18_000)]);
  const [slider] = await sliders();
  if (!slider) throw new Error("a slider");
  expect([slider.min, slider.max, slider.value]).toEqual(["1", "4", "4"]);
  expect(shown()).toEqual(["18,000 points", "$0.00"]);
  fireEvent.change(slider, { target: { value: "2" } });
  expect(shown()[0]).toBe("9,000 points");
  expect(slider.getAttribute("aria-valuetext")).toContain("9,000 points");
  // which is read out already
  expect(screen.getByText("9,000 points", { selector: "dd" }).closest("[aria-live]")).toBeNull();
  await userEvent.click(nextButton() as HTMLElement);
  await waitFor(() => expect(page.went()).toBe("information"));
  expect(page.posted).toEqual([["s1", 9000]]);
  const calls = page.calls();
  const taxes = calls.findLastIndex((call) => call.endsWith("charges-and-taxes"));
  expect(taxes).toBeGreaterThan(calls.findIndex((call) => call.startsWith("POST")));
  expect(page.state().selected[0]?.total_redeemed_points).toBe(9000);
});

test("the bill follows the slider at once, and names the same sum to pay; nothing is saved before Next", async () => {
  const page = open([withPoints(1, 18_000)]);
  const [slider] = await sliders();
  const toPay = () => document.querySelector(".bill .with-points .room-total dd")?.textContent;
  await waitFor(() => expect(toPay()).toBe("$0.00"));
  for (const place of ["2", "1", "3"]) {
    fireEvent.change(slider as HTMLInputElement, { target: { value: place } });
    expect(shown()[1]).not.toBe("$0.00");
    await waitFor(() => expect(toPay()).toBe(shown()[1]));
    expect(document.querySelector(".bar b")?.textContent).toBe(shown()[1]);
    expect(document.querySelector(".bill .with-points dt")?.textContent).toBe(`Paid with ${shown()[0]}`);
  }
  expect(page.posted).toEqual([]);
  expect(page.state().selected[0]?.total_redeemed_points).toBe(18_000);
});

// clause: POINTS-08
test("each room has a slider; what one lets go of is posted before another takes it", async () => {
  const page = open([withPoints(1, 18_000), withPoints(2, 0)]);
  const [first, ...others] = await sliders();
  // 6,000 are left of 24,000: a quarter of the second room, which leaves nothing to slide
  expect([first?.max, others.length]).toEqual(["4", 0]);
  expect(shown()[2]).toBe("4,500 points");
  fireEvent.change(first as HTMLInputElement, { target: { value: "1" } });
  await waitFor(async () => expect((await sliders())[1]?.max).toBe("4"));
  fireEvent.change((await sliders())[1] as HTMLInputElement, { target: { value: "4" } });
  await userEvent.click(nextButton() as HTMLElement);
  await waitFor(() => expect(page.went()).toBe("information"));
  expect(page.posted).toEqual([
    ["s1", 4500],
    ["s2", 18_000],
  ]);
});

test("a slider is held while what it says is saved", async () => {
  let answer: () => void = () => undefined;
  const slow = new Promise<Answer>((resolve) => {
    const content = withPoints(1, 9000);
    answer = () => resolve({ status: 200, body: { data: { session_id: "s1", content } } });
  });
  const page = open([withPoints(1, 9000)], 24_000, (method, path) =>
    method === "POST" && path.endsWith("/loyalty-points") ? slow : undefined,
  );
  const [slider] = await sliders();
  await userEvent.click(nextButton() as HTMLElement);
  expect(slider?.getAttribute("aria-disabled")).toBe("true");
  fireEvent.change(slider as HTMLInputElement, { target: { value: "4" } });
  expect([slider?.value, shown()[0]]).toEqual(["2", "9,000 points"]);
  answer();
  await waitFor(() => expect(page.went()).toBe("information"));
});

// clause: POINTS-07, POINTS-08
test("a failed save stays on the step and says so there, without a popup", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const page = open([withPoints(1, 9000)], 24_000, (method, path) =>
    method === "POST" && path.endsWith("/loyalty-points") ? { status: 500, body: {} } : undefined,
  );
  await sliders();
  await userEvent.click(nextButton() as HTMLElement);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Your choice of points was not saved.");
  expect(vi.mocked(Element.prototype.scrollIntoView).mock.contexts).toEqual([alert]);
  expect(page.went()).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(nextButton()?.getAttribute("aria-busy")).not.toBe("true"));
  expect(warn).toHaveBeenCalled();
});

test("a room that is not held any more leads to the words and the way back", async () => {
  const missing = refusal("ROOM_MISSING");
  const page = open([withPoints(1, 9000)], 24_000, (method, path) =>
    method === "POST" && path.endsWith("/loyalty-points") ? missing : undefined,
  );
  await sliders();
  await userEvent.click(nextButton() as HTMLElement);
  await waitFor(() => expect(page.went()).toBe("confirmation"));
  expect(page.state().outcome?.refusal?.code).toBe("ROOM_MISSING");
});

test("a room that is not the one held by now is not swapped in silence", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const content = { ...withPoints(1, 9000), room_type_id: "TWIN" };
  const page = open([withPoints(1, 9000)], 24_000, (method, path) =>
    method === "POST" && path.endsWith("/loyalty-points")
      ? { status: 200, body: { data: { session_id: "s1", content } } }
      : undefined,
  );
  await sliders();
  await userEvent.click(nextButton() as HTMLElement);
  await waitFor(() => expect(page.went()).toBe("confirmation"));
  expect(page.state().outcome?.refusal?.code).toBe("ROOM_CHANGED");
  expect(page.state().selected[0]?.room_type_id).toBe("DELUXE_KING");
});

test("a booking that was made meanwhile leads to its confirmation", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const confirmation = [{ confirmation_no: "1HKQ2M4X7TB" }];
  const page = open([withPoints(1, 9000)], 24_000, (method, path) => {
    if (method === "POST" && path.endsWith("/loyalty-points")) return refusal("ALREADY_COMMITTED");
    if (path.endsWith("new-batch-booking/b1"))
      return { status: 200, body: { status: "COMMITTED", confirmation } };
    return undefined;
  });
  await sliders();
  await userEvent.click(nextButton() as HTMLElement);
  await waitFor(() => expect(page.went()).toBe("confirmation"));
  expect(page.state().outcome?.rooms).toEqual(confirmation);
});

const needsMember: Answer = refusal("MEMBER_AWAY");

async function logsInAgain(): Promise<void> {
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Please log in again: this room is paid with a member’s points.");
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Log in" });
  link.addEventListener("click", (event) => event.preventDefault());
  await userEvent.click(link);
  const { pathname, searchParams } = new URL(link.href);
  expect(pathname).toMatch(/\/log-in$/);
  expect(searchParams.get("redirect_url")).toBe(window.location.href);
}

test.each(["slider-view", "/loyalty-points"])(
  "who is led to log in and back when %s is refused, whoever the page takes to be signed in",
  async (refused) => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    open([withPoints(1, 9000)], 24_000, (_, path) => (path.endsWith(refused) ? needsMember : undefined));
    if (refused !== "slider-view") {
      await sliders();
      await userEvent.click(nextButton() as HTMLElement);
    }
    await logsInAgain();
    expect(screen.queryByText(/was not saved|could not load/)).toBeNull();
  },
);

test.each([
  ["information", InformationStep],
  ["payment", PaymentStep],
] as const)("%s tells after a reload that the member is signed out", async (step, Step) => {
  renderStep(step, Step, {
    state: chosen([withPoints(1, 9000)]),
    user: { account_number: null, login_url: "/log-in?property_id=1" } as LoggedInUser,
  });
  await logsInAgain();
  cleanup();
  renderStep(step, Step, { state: chosen([withPoints(1, 9000)]), user: member });
  expect(screen.queryByText(/log in again/)).toBeNull();
});

// clause: POINTS-07
test("options that cannot be loaded leave a calm screen with Retry", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  let broken = true;
  open([withPoints(1, 9000)], 24_000, (_, path) =>
    broken && path.endsWith("slider-view") ? { status: 500, body: {} } : undefined,
  );
  const retry = await screen.findByRole("button", { name: "Try again" });
  expect(screen.queryByRole("dialog")).toBeNull();
  broken = false;
  await userEvent.click(retry);
  expect(await sliders()).toHaveLength(1);
});

test("a stay paid with money says so, and leads to the rooms", async () => {
  const page = open([room(1)]);
  await userEvent.click(screen.getByRole("button", { name: "Choose rooms" }));
  expect(page.went()).toBe("rooms");
});
