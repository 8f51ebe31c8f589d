import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { CardToken, Guest, SelectedRoom } from "../../api";
import type { Answer } from "../../api/mock/handle";
import { refusal } from "../../api/mock/refusal";
import { CardProblem } from "../../card/exchange";
import type { CardHostProps } from "../../card/host";
import { refuseStorage } from "../../test-storage";
import { useBooking } from "../BookingProvider";
import type { BookingState } from "../state";
import { chosen, nextButton, owing, renderStep, room } from "../test-step";
import { isAtBank, keepAtBank } from "./at-bank";
import PaymentStep from "./PaymentStep";

const submit = vi.fn<() => Promise<CardToken>>();

vi.mock("../../card/host", async () => {
  const { useImperativeHandle } = await import("react");
  return {
    CardHost: ({ ref }: CardHostProps) => {
      useImperativeHandle(ref, () => ({ submit }));
      return <input aria-label="the card frame" />;
    },
  };
});

const card: CardToken = {
  status: "SUCCESS",
  masked_card_number: "XXXXXXXXXXXX4242",
  card_brand: "VISA",
  card_expire_month: "12",
  card_expire_year: "2029",
  token: "tok_1",
  card_unique_code: "u1",
  external_reference_number: "r1",
  card_holder: "Siobhán",
};
const guest = { first_name: "Siobhán", last_name: "O'Shea", email: "s@example.ie", remarks: null } as Guest;

beforeEach(() => {
  sessionStorage.clear();
  submit.mockReset().mockResolvedValue(card);
});

const type = (id: string) => ({
  id,
  code: id,
  name: `By ${id}`,
  payment_type_required: id !== "CASH",
  description: "",
  due_now: 0,
  due_at_hotel: 0,
  instant_booking: false,
});
const confirmed: Answer = { status: 200, body: [{ confirmation_no: "1HKQ2M4X7TB" }] };

/** The step with these types on offer; a list of answers is given one by one, the last of them for ever. */
function pay(
  ids: string[] | Answer[],
  more: { commit?: Answer; state?: Partial<BookingState>; rooms?: number; batch?: Answer } = {},
) {
  const lists = ids.map(
    (entry): Answer =>
      typeof entry === "string"
        ? { status: 200, body: { guarantee_types: ids.map((id) => type(String(id))) } }
        : entry,
  );
  const empty: Answer = { status: 200, body: { guarantee_types: [] } };
  const rooms = Array.from({ length: more.rooms ?? 1 }, (_, index) => room(index + 1));
  return renderStep("payment", PaymentStep, {
    state: { ...chosen(rooms), guest, ...more.state },
    answer: (_method, path) => {
      if (path.endsWith("available-guarantee-types"))
        return (lists.length > 1 ? lists.shift() : lists[0]) ?? empty;
      if (path.endsWith("/commit")) return more.commit ?? confirmed;
      if (path.endsWith("new-batch-booking/b1")) return more.batch;
      return undefined;
    },
  });
}
const order = () => userEvent.click(nextButton() as HTMLElement);
const commits = (step: ReturnType<typeof pay>) =>
  step.calls().filter((call) => call.endsWith("/commit")).length;

test.each([
  [1, "The room is yours the moment we show a number."],
  [2, "The rooms are yours the moment we show their numbers."],
])("what is agreed to is %d of the guest's rooms", async (rooms, said) => {
  pay(["CC"], { rooms });
  expect((await screen.findByText(/^You book with/)).textContent).toContain(said);
});

// clause: PAY-01, PAY-02
test("what is due, the ways to guarantee with the first selected, and the card", async () => {
  pay(["CC", "CASH"]);
  const radios = (await screen.findAllByRole("radio")) as HTMLInputElement[];
  expect(radios.map((radio) => radio.checked)).toEqual([true, false]);
  expect(screen.getByText("Due now")).toBeTruthy();
  expect(screen.getByText("Due at the hotel")).toBeTruthy();
  expect(screen.getByText("Free to cancel until")).toBeTruthy();
  expect(screen.getByLabelText("the card frame")).toBeTruthy();
});

test.each([
  ["the card's form where the first of them needs one", ["CC", "CASH"], null, [2, true]],
  ["no form where none of them needs one", ["CASH"], null, [1, false]],
  [
    "no form for what holds a stay that is changed",
    ["CC"],
    { payment_source: {}, guarantee_type_id: "CC" },
    [2, false],
  ],
] as const)(
  "while they are loaded the ways to guarantee have their place: %s",
  async (_, ids, existing, place) => {
    const { profile } = chosen([room(1)]);
    if (!profile) throw new Error("a booking");
    const state = {
      ...chosen([{ ...room(1), guarantee_type_ids: [...ids] }]),
      ...{
        guest,
        profile: { ...profile, existing_reservation: existing as typeof profile.existing_reservation },
      },
    };
    let come: (answer: Answer) => void = () => undefined;
    const types = new Promise<Answer>((resolve) => {
      come = resolve;
    });
    renderStep("payment", PaymentStep, {
      state,
      answer: (_method, path) => (path.endsWith("available-guarantee-types") ? types : undefined),
    });
    const loading = screen.getByText("Loading the ways to guarantee your stay").parentElement;
    const drawn = () => document.querySelectorAll(".radio-card").length;
    expect([drawn(), loading?.querySelector(".card-place") != null]).toEqual(place);
    // what is agreed to is known before
    expect(screen.getByText(/^You have accepted/)).toBeTruthy();
    come({ status: 200, body: { guarantee_types: ids.map(type) } });
    expect(await screen.findAllByRole("radio")).toHaveLength(place[0]);
    expect(loading?.isConnected).toBe(false);
  },
);

test("once the time for it is over, nothing is called free to cancel, on the same day neither", async () => {
  vi.setSystemTime("2026-12-10T18:00:01-05:00");
  pay(["CC"]);
  await screen.findAllByRole("radio");
  expect(screen.getByText("Cancelling").nextElementSibling?.textContent).toMatch(
    /^Not freeCancelling costs the first night/,
  );
  expect(screen.queryByText("Free to cancel until")).toBeNull();
  expect(screen.queryByText(/comes back in full/)).toBeNull();
});

const LATE = "2026-12-10T18:00:00-05:00";
const costing = (
  number: number,
  free_until: string | null,
  amount: number,
  kind = "NIGHTS",
): SelectedRoom => ({
  ...room(number),
  cancellation: {
    free_until,
    penalty: { kind, value: kind === "NIGHTS" ? 1 : 100, amount },
    later_penalties: [],
  },
});

test("several rooms on the same terms cost together what they cost", async () => {
  pay(["CC"], {
    state: { ...chosen([costing(1, LATE, 153.69), costing(2, LATE, 197.29)]), guest },
  });
  await screen.findAllByRole("radio");
  const free = screen.getByText("Free to cancel until").nextElementSibling?.textContent;
  expect(free).toContain("After that, cancelling costs the first night ($350.98).");
});

test("until when it is free is told by the guest's clock too", async () => {
  const offset = vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(0);
  pay(["CC"], { state: { ...chosen([costing(1, LATE, 100)]), guest } });
  await screen.findAllByRole("radio");
  const free = screen.getByText("Free to cancel until").nextElementSibling?.textContent;
  expect(free).toMatch(/Dec 10, 06:00.PM.*On your clock: Thu, Dec 10, 11:00.PM/);
  offset.mockRestore();
});

test("never free for several rooms is the sum of them", async () => {
  const rooms = [costing(1, null, 273.64, "PERCENT"), costing(2, null, 503.84, "PERCENT")];
  pay(["CC"], { state: { ...chosen(rooms), guest } });
  await screen.findAllByRole("radio");
  expect(screen.getByText("Cancelling").nextElementSibling?.textContent).toBe(
    "Not freeCancelling costs the full room price ($777.48).",
  );
});

test("a guest who loads the page anew while the bank asks is told that nothing was booked", async () => {
  keepAtBank("b1", true);
  pay(["CC"]);
  await screen.findAllByRole("radio");
  expect(screen.getByText(/Nothing was booked and nothing was charged/)).toBeTruthy();
  await order();
  await waitFor(() => expect(screen.queryByText(/Nothing was booked and nothing was charged/)).toBeNull());
  expect(isAtBank("b1")).toBe(false);
});

test("a browser that refuses storage books all the same", async () => {
  refuseStorage();
  const step = pay(["CC"]);
  await screen.findAllByRole("radio");
  await order();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
});

test("what was added beside a room that costs on cancelling costs nothing", async () => {
  const added = [{ id: "BIKE", charge_type_id: "BIKE", name: "Bike", quantity: 1, date: null, amount: 20 }];
  const rooms = [{ ...costing(1, null, 273.64, "PERCENT"), chosen_addons: added }] as SelectedRoom[];
  pay(["CC"], { state: { ...chosen(rooms), guest } });
  await screen.findAllByRole("radio");
  expect(screen.getByText("Cancelling").nextElementSibling?.textContent).toBe(
    "Not freeCancelling costs the full room price ($273.64). Add-ons cost nothing if you cancel.",
  );
});

test("where one is free and another is not, each is said by its name", async () => {
  const rooms = [
    costing(1, LATE, 153.69),
    { ...costing(2, null, 503.84, "PERCENT"), room_type_name: "Suite" },
  ];
  pay(["CC"], { state: { ...chosen(rooms), guest } });
  await screen.findAllByRole("radio");
  const said = [...(screen.getByText("Cancelling").parentElement?.querySelectorAll("dd") ?? [])];
  expect(said.map((of) => of.textContent)).toEqual([
    expect.stringMatching(
      /^1\. Deluxe KingFree to cancel until .*Dec 10.* After that, cancelling costs the first night \(\$153\.69\)\.$/,
    ),
    "2. SuiteNo free cancellation. Cancelling costs the full room price ($503.84).",
  ]);
});

test("what cancelling costs the company is not told as the guest's", async () => {
  const company = { id: "ACME", name: "Acme" };
  const rooms = [costing(1, LATE, 100), { ...costing(2, LATE, 900), mop: "COMPANY" as const, company }];
  pay(["CC"], { state: { ...chosen(rooms), guest } });
  await screen.findAllByRole("radio");
  const said = [...(screen.getByText("Cancelling").parentElement?.querySelectorAll("dd") ?? [])];
  expect(said.map((of) => of.textContent)).toEqual([
    expect.stringMatching(/^1\. .*\(\$100\.00\)\.$/),
    expect.stringMatching(/^2\. .*\(\$900\.00\)\.Acme pays$/),
  ]);
});

// clause: PAY-01, PAY-02
test("what falls due on a later day is said with its day, once for all rooms, and nothing is called the whole", async () => {
  const deposit_schedules = [
    { date: "2026-11-21", amount: 150 },
    { date: "2026-11-28", amount: 150 },
  ];
  const rooms = [1, 2].map((number) => ({ ...owing(room(number), 150, 150, 0), deposit_schedules }));
  pay(["CC"], { state: { ...chosen(rooms), guest } });
  const said = await screen.findByRole("radio", { name: /By CC/ });
  expect(said.closest("label")?.textContent).toContain(
    "$300.00 now, $300.00 on later dates, $0.00 at the hotel",
  );
  const due = (words: string) => screen.getByText(words).nextElementSibling?.textContent;
  expect(due("Due now")).toBe("$300.00The deposit");
  expect(due("Due at the hotel")).toBe("$0.00And $300.00 on Sat, Nov 28");
});

test("a deposit now, one later, and the rest at the hotel", async () => {
  const deposit_schedules = [{ date: "2026-11-28", amount: 250 }];
  const rooms = [{ ...owing(room(1), 100, 250, 150), deposit_schedules }];
  pay(["CC"], { state: { ...chosen(rooms), guest } });
  await screen.findByText("$100.00 now, $250.00 on later dates, $150.00 at the hotel");
  const due = (words: string) => screen.getByText(words).nextElementSibling?.textContent;
  expect(due("Due now")).toBe("$100.00The deposit");
  expect(due("Due at the hotel")).toBe("$150.00Paid during your stayAnd $250.00 on Sat, Nov 28");
});

test("where neither card nor link takes the deposit, nothing promises that it is paid: the hotel asks for it", async () => {
  pay(["CC", "CASH"], { state: { ...chosen([owing(room(1), 196, 0, 392)]), guest } });
  await screen.findByText("$196.00 now, $392.00 at the hotel");
  expect(
    screen.getByText("Nothing is charged now: the hotel will ask you for $196.00. $392.00 at the hotel"),
  ).toBeTruthy();
  expect(nextButton()?.textContent).toBe("Book and pay$196.00 now");
  expect(document.querySelector(".bar .open b")?.textContent).toBe("$196.00 now");
  expect(screen.getByText("What you paid comes back in full")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: /By CASH/ }));
  expect(nextButton()?.textContent).toBe("Book");
  expect(document.querySelector(".bar .open b")?.textContent).toBe("$647.60");
  expect(screen.queryByText("What you paid comes back in full")).toBeNull();
  expect(screen.getByText("Due now").nextElementSibling?.textContent).toBe(
    "$196.00The depositThe hotel will ask you for this amount",
  );
});

test("a link pays what is due now too", async () => {
  const list: Answer = {
    status: 200,
    body: { guarantee_types: [{ ...type("CASH"), instant_booking: true }] },
  };
  pay([list], { state: { ...chosen([owing(room(1), 196, 0, 392)]), guest } });
  await screen.findByText("$196.00 now, $392.00 at the hotel");
  expect(nextButton()?.textContent).toBe("Book and pay$196.00 now");
});

test("a room with a guest of its own is ordered for that one", async () => {
  const ravi = { ...guest, first_name: "Ravi", last_name: "Menon" };
  const step = pay(["CASH"], { rooms: 2, state: { guestDraft: { saved_guests: { 2: ravi } } } });
  await screen.findByRole("radio");
  await order();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(step.sent("/commit")).toMatchObject({ sessions: [{ guest_data: guest }, { guest_data: ravi }] });
});

// clause: PAY-02
test("a room that is chosen anew shows its own dues at once, and its types are asked anew", async () => {
  let choose: (other: SelectedRoom) => void = () => undefined;
  function Step() {
    const { dispatch } = useBooking();
    choose = (other) => dispatch({ type: "ADD", room: other });
    return <PaymentStep />;
  }
  const types = {
    status: 200,
    body: { guarantee_types: [{ ...type("CC"), due_now: 100, due_at_hotel: 400 }] },
  };
  const step = renderStep("payment", Step, {
    state: { ...chosen([owing(room(1), 100, 0, 400)]), guest },
    answer: (_method, path) => (path.endsWith("available-guarantee-types") ? types : undefined),
  });
  await screen.findByText("$100.00 now, $400.00 at the hotel");
  // the same rate on other days, with the same total
  act(() =>
    choose({ ...owing(room(1), 500, 0, 0), check_in_date: "2026-12-11", check_out_date: "2026-12-14" }),
  );
  await screen.findByText("$500.00 now, nothing left to pay at the hotel");
  expect(step.calls().filter((call) => call.endsWith("available-guarantee-types"))).toHaveLength(2);
  expect(nextButton()?.textContent).toContain("$500.00");
});

// clause: PAY-07
test("without a card type there is no card frame; switching away keeps what was typed", async () => {
  pay(["CC", "CASH"]);
  await userEvent.type(await screen.findByLabelText("the card frame"), "4242");
  await userEvent.click(screen.getByRole("radio", { name: /By CASH/ }));
  expect(screen.getByLabelText("the card frame").closest("[hidden]")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: /By CC/ }));
  expect((screen.getByLabelText("the card frame") as HTMLInputElement).value).toBe("4242");
});

// clause: PAY-10, PAY-14, WIZ-17
test("the card comes back first, then the commit carries it", async () => {
  const step = pay(["CC"], { rooms: 2 });
  await screen.findByRole("radio");
  submit.mockImplementation(async () => {
    expect(commits(step)).toBe(0);
    return card;
  });
  await order();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(step.sent("/commit")).toMatchObject({
    sessions: [
      { session_id: "s1", guest_data: guest, defined_guarantee_type_id: "CC" },
      {
        session_id: "s2",
        guarantee_details: { custom_field_1: "XXXXXXXXXXXX4242", custom_field_5: "tok_1" },
      },
    ],
    transportations: [],
  });
  expect(step.headers("/commit")?.get("Authorization")).toBe("Bearer secret");
});

// clause: PAY-09
test("without a card nothing is booked, and it is said", async () => {
  submit.mockRejectedValue(new CardProblem("REQUIRED"));
  const step = pay(["CC"]);
  await screen.findByRole("radio");
  await order();
  expect((await screen.findByRole("alert")).textContent).toContain("Credit card required");
  expect(commits(step)).toBe(0);
  expect(step.went()).toBeNull();
});

// clause: PAY-20, PAY-22
test.each([
  ["DECLINED", "Payment Failed. Please click on Add Payment Details to try again"],
  ["EXPIRED", "The card that you provided is expired."],
] as const)("a card that is %s keeps the guest, says why, and Next works again", async (kind, words) => {
  submit.mockRejectedValueOnce(new CardProblem(kind, "Your bank said no."));
  const step = pay(["CC"]);
  await screen.findByRole("radio");
  await order();
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain(words);
  if (kind === "DECLINED") expect(notice.textContent).toContain("Your bank said no.");
  // the order button goes out of sight as the notice comes into it, and the focus with it
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add payment details" }));
  expect(commits(step)).toBe(0);
  await order();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(commits(step)).toBe(1);
});

test("pressing twice books once", async () => {
  let give: (token: CardToken) => void = () => undefined;
  submit.mockImplementation(() => new Promise((resolve) => (give = resolve)));
  const step = pay(["CC"]);
  await screen.findByRole("radio");
  await order();
  await order();
  give(card);
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(submit).toHaveBeenCalledOnce();
  expect(commits(step)).toBe(1);
});

test("the way to guarantee is held while the card is checked, and free again when it is refused", async () => {
  let refuse: (problem: CardProblem) => void = () => undefined;
  submit.mockImplementation(() => new Promise((_, reject) => (refuse = reject)));
  pay(["CC", "CASH"]);
  const cash = (await screen.findByRole("radio", { name: /By CASH/ })) as HTMLInputElement;
  await order();
  expect(cash.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(cash);
  expect(cash.checked).toBe(false);
  expect((screen.getByRole("radio", { name: /By CC/ }) as HTMLInputElement).checked).toBe(true);
  refuse(new CardProblem("DECLINED"));
  await screen.findByRole("alert");
  await userEvent.click(cash);
  expect(cash.checked).toBe(true);
});

test("where nothing is to be chosen here either, only a press on what says so reserves", async () => {
  const step = pay([]);
  await waitFor(() => expect(nextButton()?.textContent).toMatch(/^Book/));
  expect(commits(step)).toBe(0);
  await order();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(step.sent("/commit")).toMatchObject({
    sessions: [{ defined_guarantee_type_id: null, guarantee_details: null }],
  });
  expect(commits(step)).toBe(1);
});

test("STCC alone is ordered without a card", async () => {
  const step = pay(["STCC"]);
  await waitFor(() => expect(nextButton()?.textContent).toMatch(/^Book/));
  expect(commits(step)).toBe(0);
  await order();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(step.sent("/commit")).toMatchObject({ sessions: [{ defined_guarantee_type_id: "STCC" }] });
  expect(submit).not.toHaveBeenCalled();
});

// clause: PAY-21
test("a list that cannot be loaded books nothing; Next tries again", async () => {
  const step = pay([
    { status: 503, body: {} },
    { status: 200, body: { guarantee_types: [type("CC")] } },
  ]);
  expect((await screen.findByRole("alert")).textContent).toContain("could not be loaded");
  expect(commits(step)).toBe(0);
  expect(nextButton()?.textContent).toBe("Try again");
  await order();
  expect(await screen.findByRole("radio", { name: /By CC/ })).toBeTruthy();
  expect(commits(step)).toBe(0);
});

test("Next that tries the list again finds out that the booking is over", async () => {
  const over = refusal("BATCH_EXPIRED");
  const step = pay([{ status: 503, body: {} }, over]);
  await screen.findByRole("alert");
  await order();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(step.state().outcome?.refusal?.code).toBe("BATCH_EXPIRED");
});

test("who tries the list again has not ordered, though nothing is to be chosen then", async () => {
  const step = pay([
    { status: 503, body: {} },
    { status: 200, body: { guarantee_types: [] } },
  ]);
  await screen.findByRole("alert");
  await order();
  await waitFor(() => expect(nextButton()?.textContent).toMatch(/^Book/));
  expect(commits(step)).toBe(0);
});

// clause: WIZ-26
test("a refused commit moves on to the confirmation too, with its reason; the card is kept for another try", async () => {
  const step = pay(["CC"], {
    commit: refusal("NIGHT_SOLD_OUT", { night: "2026-12-13" }),
  });
  await screen.findByRole("radio");
  await order();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(step.state().outcome).toMatchObject({
    rooms: [],
    refusal: { code: "NIGHT_SOLD_OUT", night: "2026-12-13" },
  });
  expect(step.state().guarantee?.details?.custom_field_5).toBe("tok_1");
});

test("a kept card is shown by its last digits and books without being typed again", async () => {
  const details = {
    payment_type_id: "CC",
    custom_field_1: "XXXXXXXXXXXX4242",
    custom_field_2: "VISA",
    custom_field_5: "tok_0",
  };
  const step = pay(["CC"], { state: { guarantee: { guarantee_type_id: "CC", details } } });
  expect(await screen.findByText("VISA, ending 4242")).toBeTruthy();
  await order();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(submit).not.toHaveBeenCalled();
  expect(step.sent("/commit")).toMatchObject({
    sessions: [{ guarantee_details: { custom_field_5: "tok_0" } }],
  });
});

test("the way without a card is kept for another try too", async () => {
  const step = pay(["CC", "CASH"], {
    commit: { status: 500, body: {} },
    batch: { status: 200, body: { status: "OPEN" } },
  });
  await userEvent.click(await screen.findByRole("radio", { name: /By CASH/ }));
  await order();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(step.state().guarantee?.guarantee_type_id).toBe("CASH");
});

test("a card that the commit refuses is not kept", async () => {
  const step = pay(["CC"], { commit: refusal("CARD_EXPIRED") });
  await screen.findByRole("radio");
  await order();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(step.state().guarantee).toEqual({ guarantee_type_id: "CC", details: null });
});

test("no clear answer: the batch is asked, and what was booked is shown", async () => {
  const batch: Answer = {
    status: 200,
    body: { status: "COMMITTED", confirmation: [{ confirmation_no: "1HKQ2M4X7TB" }] },
  };
  const step = pay(["CASH"], { commit: { status: 502, body: {} }, batch });
  await screen.findByRole("radio");
  await order();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(step.state().outcome?.rooms).toHaveLength(1);
});

test("no clear answer at all: the order is kept to be sent again, and nobody is told that it failed", async () => {
  const step = pay(["CC"], {
    commit: { status: 502, body: {} },
    batch: { status: 200, body: { status: "OPEN", confirmation: null } },
  });
  await screen.findByRole("radio");
  await order();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(commits(step)).toBe(2);
  expect(submit, "with the same card").toHaveBeenCalledOnce();
  expect(step.state().outcome?.refusal).toMatchObject({
    code: "UNCLEAR",
    order: { guest, guarantee: { details: { custom_field_5: "tok_1" } }, expectedTotal: expect.any(Number) },
  });
});

test("a bank that is silent has booked nothing: that is told, and it is tried again from payment", async () => {
  const step = pay(["CC"], {
    commit: refusal("PAYMENT_UNANSWERED"),
    batch: { status: 200, body: { status: "OPEN", confirmation: null } },
  });
  await screen.findByRole("radio");
  await order();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(step.state().outcome?.refusal?.code).toBe("PAYMENT_UNANSWERED");
});

test("a finished booking never shows its payment again", async () => {
  const outcome = { rooms: [{ confirmation_no: "1HKQ2M4X7TB" }], message: null } as BookingState["outcome"];
  const step = pay(["CC"], { state: { outcome } });
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(commits(step)).toBe(0);
});
