import { describe, expect, test, vi } from "vitest";
import {
  ApiProblem,
  type BookingProfile,
  type CardToken,
  type ConfirmedRoom,
  type GuaranteeType,
  type Guest,
  type ResumedBatch,
} from "../../api";
import { refusal } from "../../api/mock/refusal";
import { sumMoney } from "../../i18n";
import { STEP_ORDER } from "../flow";
import { owing, room } from "../test-step";
import {
  datedOf,
  duesOf,
  duesWord,
  expectedTypes,
  guaranteeChoice,
  guaranteeDetails,
  lastFour,
  needsCard,
  orderWord,
  passPaysNow,
  paymentPlan,
  paysNow,
} from "./guarantee";
import { losesRooms, mendingStep, refusalOf } from "./refusal";
import { commitBody, type Order, reserve } from "./reserve";

type Restrictions = BookingProfile["restrictions"]["booking_profile"];

const type = (id: string, more: Partial<GuaranteeType> = {}): GuaranteeType => ({
  id,
  code: id,
  name: id,
  payment_type_required: true,
  description: "",
  due_now: 0,
  due_later: 0,
  due_at_hotel: 0,
  instant_booking: false,
  ...more,
});
const profile = (types: string[], more: Partial<Restrictions> = {}): Restrictions => ({
  restricted_addons: [],
  restricted_guarantee_types: types,
  guarantee_required_to_book: true,
  allow_room_unit_booking: false,
  booking_profiles_guarantee_types: [],
  ...more,
});
const card: CardToken = {
  status: "SUCCESS",
  masked_card_number: "XXXXXXXXXXXX4242",
  card_brand: "VISA",
  card_expire_month: "2",
  card_expire_year: "2029",
  token: "tok_1",
  card_unique_code: "u1",
  external_reference_number: "r1",
  card_holder: "Siobhán",
};
const guest = {
  first_name: "Siobhán",
  last_name: "O'Shea",
  email: "s@example.ie",
  remarks: "Late train",
} as Guest;
const order: Order = {
  rooms: [room(1), room(2)],
  guest,
  ownGuests: {},
  guarantee: guaranteeChoice(type("CC"), card),
  transportations: [
    { title: "Guest Pick-Up", body: null, start_date: "2026-12-12", time: "14:15", session_id: "s1" },
  ],
  remarks: "Late train",
  language: "en_US",
  expectedTotal: 588,
};

describe("what is asked", () => {
  // clause: PAY-02
  test("the first offered type is selected", () => {
    const [cc, cash] = [type("CC"), type("CASH")];
    expect(paymentPlan([cc, cash], profile(["CC", "CASH"]))).toEqual({
      kind: "CHOOSE",
      types: [cc, cash],
      first: cc,
    });
  });

  // clause: PAY-03
  test("no type reserves at once", () => {
    expect(paymentPlan([], profile(["CC"]))).toEqual({ kind: "PASS", type: null });
  });

  // clause: PAY-04
  test("STCC passes alone, and is a card among others", () => {
    const stored = type("STCC");
    expect(paymentPlan([stored], profile(["STCC"]))).toEqual({ kind: "PASS", type: stored });
    expect(paymentPlan([stored, type("CASH")], profile(["STCC", "CASH"])).kind).toBe("CHOOSE");
    expect(paymentPlan([type("CC")], profile(["CC"])).kind).toBe("CHOOSE");
    expect(needsCard(stored, profile(["STCC"]))).toBe(true);
  });

  // clause: PAY-12
  test("only what the profile allows is offered, and nothing where no guarantee is required", () => {
    const plan = paymentPlan([type("CASH"), type("CC")], profile(["CC"]));
    expect(plan).toMatchObject({ kind: "CHOOSE", types: [{ id: "CC" }], first: { id: "CC" } });
    expect(paymentPlan([type("CC")], profile(["CC"], { guarantee_required_to_book: false }))).toEqual({
      kind: "PASS",
      type: null,
    });
  });

  // clause: PAY-07
  test("to be expected is what guarantees every room and the profile allows", () => {
    const of = (...guarantee_type_ids: string[]) => ({ ...room(1), guarantee_type_ids });
    const rooms = [of("LINK", "CASH", "STCC"), of("CASH", "LINK")];
    expect(expectedTypes(rooms, profile(["CC", "CASH", "LINK"]))).toEqual(["CASH", "LINK"]);
  });

  test("the card shows for codes ending in CC that are not booked instantly", () => {
    expect(needsCard(type("CC"), profile(["CC"]))).toBe(true);
    expect(needsCard(type("FPCC"), profile(["FPCC"]))).toBe(true);
    expect(needsCard(type("CASH"), profile(["CASH"]))).toBe(false);
    expect(needsCard(type("CCX"), profile(["CCX"]))).toBe(false);
    const instant = profile(["CC"], {
      booking_profiles_guarantee_types: [{ id: "CC", instant_booking: true }],
    });
    expect(needsCard(type("CC"), instant)).toBe(false);
  });
});

describe("what is sent", () => {
  // clause: PAY-14
  test("mask, brand, holder, expiry, token and unique code, each in its field", () => {
    expect(guaranteeDetails(type("CC"), card)).toEqual({
      payment_type_id: "CC",
      custom_field_1: "XXXXXXXXXXXX4242",
      custom_field_2: "VISA",
      custom_field_3: "Siobhán",
      custom_field_4: "02/2029",
      custom_field_5: "tok_1",
      custom_field_10: "u1",
    });
    expect(guaranteeDetails(type("CC"), { ...card, card_unique_code: "" }).custom_field_10).toBe("r1");
    expect(guaranteeDetails(type("CASH"), null)).toEqual({ payment_type_id: "CASH" });
  });

  // clause: GUEST-30, TRANS-08
  test("every session with guest, remarks and guarantee, the transports beside them", () => {
    const body = commitBody(order);
    expect(body.sessions.map((session) => session.session_id)).toEqual(["s1", "s2"]);
    expect(body.sessions[1]).toMatchObject({
      guest_data: guest,
      stay_remarks: null,
      remarks: "Late train",
      defined_guarantee_type_id: "CC",
      guarantee_details: { custom_field_5: "tok_1" },
      expected_room: {
        room_type_id: "DELUXE_KING",
        rate_code_id: "FLEX",
        check_in_date: "2026-12-12",
        check_out_date: "2026-12-15",
        number_of_adults: 2,
        number_of_rooms: 1,
      },
    });
    expect(body).toMatchObject({
      transportations: [{ title: "Guest Pick-Up", start_date: "2026-12-12", time: "14:15" }],
      language_code: "en_US",
      expected_total: 588,
    });
    expect(commitBody({ ...order, guarantee: null }).sessions[0]).toMatchObject({
      defined_guarantee_type_id: null,
      guarantee_details: null,
    });
  });

  test("the last four digits are found in a mask", () => {
    expect(lastFour("XXXXXXXXXXXX4242")).toBe("4242");
    expect(lastFour("XXXX")).toBeNull();
    expect(lastFour(undefined)).toBeNull();
  });
});

describe("what is said", () => {
  // clause: PAY-01
  test.each([
    [{ now: 300, later: 300, atHotel: 0 }, "lbl_type_due_later", "lbl_type_asked_later"],
    [{ now: 100, later: 250, atHotel: 150 }, "lbl_type_due_later", "lbl_type_asked_later"],
    [{ now: 0, later: 100, atHotel: 400 }, "lbl_type_due_later", "lbl_type_due_later"],
    [{ now: 196, later: 0, atHotel: 392 }, "lbl_type_due_now", "lbl_type_asked"],
    [{ now: 588, later: 0, atHotel: 0 }, "lbl_type_all_now", "lbl_type_asked_all"],
    [{ now: 0, later: 0, atHotel: 588 }, "lbl_type_nothing_now", "lbl_type_nothing_now"],
  ] as const)(
    "dues of %o are said by %s when they are paid, by %s when the hotel asks",
    (due, paid, asked) => {
      expect(duesWord(due, true)).toBe(paid);
      expect(duesWord(due, false)).toBe(asked);
    },
  );

  test("what is due now is paid by a card or a link, and a change by a card alone", () => {
    const types = profile(["CC", "LINK", "CASH"]);
    const link = type("LINK", { instant_booking: true });
    expect(paysNow(type("CC"), types, false)).toBe(true);
    expect(paysNow(link, types, false)).toBe(true);
    expect(paysNow(type("CASH"), types, false)).toBe(false);
    expect(paysNow(type("CC"), types, true)).toBe(true);
    expect(paysNow(link, types, true)).toBe(false);
  });

  test("where nothing is asked, only the card that holds the stay pays, if the new rate takes its kind", () => {
    const held = { payment_source: {}, guarantee_type_id: "CC" } as BookingProfile["existing_reservation"];
    const of = (...guarantee_type_ids: string[]) => ({ ...room(1), guarantee_type_ids });
    expect(passPaysNow(null, null, of("CC"))).toBe(false);
    expect(passPaysNow(null, held, of("CC"))).toBe(true);
    expect(passPaysNow(null, held, of("CASH"))).toBe(false);
    expect(passPaysNow(type("STCC"), held, of("CC", "STCC"))).toBe(false);
  });

  test("the dues of several rooms are their folios', and add up to the whole", () => {
    const [first, second] = [owing(room(1), 0.1, 250, 150), owing(room(2), 0.2, 0, 400)];
    const due = duesOf([first, second], "USD");
    expect(due).toEqual({ now: 0.3, later: 250, atHotel: 550 });
    expect(sumMoney(Object.values(due), "USD")).toBe(800.3);
  });

  test("deposits of one day are one sum, whichever rooms they are of; what is due now is none of them", () => {
    const dated = (now: number, later: number, ...deposit_schedules: { date: string; amount: number }[]) => ({
      ...owing(room(1), now, later, 300),
      deposit_schedules,
    });
    const rooms = [
      dated(100, 0.1, { date: "2026-11-21", amount: 100 }, { date: "2026-11-28", amount: 0.1 }),
      dated(0, 50.2, { date: "2026-11-24", amount: 50 }, { date: "2026-11-28", amount: 0.2 }),
      dated(100, 0, { date: "2026-11-20", amount: 50 }, { date: "2026-11-21", amount: 50 }),
    ];
    expect(datedOf(rooms, "USD")).toEqual([
      { date: "2026-11-24", amount: 50 },
      { date: "2026-11-28", amount: 0.3 },
    ]);
  });

  test("the order button says that it binds", () => {
    expect(orderWord("BOOK_AND_PAY", 196)).toBe("lbl_order_book_and_pay");
    expect(orderWord("BOOK_AND_PAY", 0)).toBe("lbl_order_book");
    expect(orderWord("OBLIGATION_TO_PAY", 0)).toBe("lbl_order_obligation");
  });
});

describe("making the reservation", () => {
  const booked = { confirmation_no: "1HKQ2M4X7TB" } as ConfirmedRoom;
  const calls = (commit: unknown, batch: unknown) => ({
    commit: vi.fn(async () => {
      if (commit instanceof Error) throw commit;
      return commit as ConfirmedRoom[];
    }),
    lookAgain: vi.fn(async () => {
      if (batch instanceof Error) throw batch;
      return batch as ResumedBatch;
    }),
    confirm: vi.fn(async () => false),
  });
  const offline = new ApiProblem(0, {}, "/commit");

  test("a clear answer is believed", async () => {
    const { commit, lookAgain, confirm } = calls([booked], offline);
    expect(await reserve(order, { commit, lookAgain, confirm })).toEqual({
      kind: "CONFIRMED",
      rooms: [booked],
    });
    expect(commit).toHaveBeenCalledExactlyOnceWith(commitBody(order));
    expect(lookAgain).not.toHaveBeenCalled();
  });

  test("a refusal is believed too", async () => {
    const sold = new ApiProblem(
      409,
      { code: "NIGHT_SOLD_OUT", night: "2026-12-13", message: "Gone." },
      "/commit",
    );
    const { commit, lookAgain, confirm } = calls(sold, { status: "OPEN" });
    expect(await reserve(order, { commit, lookAgain, confirm })).toEqual({
      kind: "REFUSED",
      refusal: { code: "NIGHT_SOLD_OUT", message: "Gone.", night: "2026-12-13" },
    });
    expect(lookAgain).not.toHaveBeenCalled();
  });

  test("the bank's page is shown, and the same order sent again once it was answered", async () => {
    const asks = new ApiProblem(402, { code: "CARD_CHALLENGE", challenge_url: "https://bank" }, "/commit");
    const commit = vi
      .fn()
      .mockRejectedValueOnce(asks)
      .mockRejectedValueOnce(asks)
      .mockResolvedValueOnce([booked]);
    const made = { ...calls([], offline), commit, confirm: vi.fn(async () => true) };
    expect(await reserve(order, made)).toEqual({ kind: "CONFIRMED", rooms: [booked] });
    expect(commit).toHaveBeenCalledTimes(3);
    expect(commit).toHaveBeenLastCalledWith(commitBody(order));
    expect(made.confirm).toHaveBeenCalledWith("https://bank");
    expect(made.lookAgain).not.toHaveBeenCalled();
    expect(await reserve(order, calls(asks, offline))).toMatchObject({
      kind: "REFUSED",
      refusal: { code: "NOT_CONFIRMED" },
    });
  });

  const busy = new ApiProblem(409, { code: "BUSY" }, "/commit");
  const lost = [offline, new ApiProblem(502, {}, "/commit"), new ApiProblem(429, {}, "/commit"), busy];

  // clause: API-22
  test.each(lost)("without a clear answer the same order is sent again, and believed", async (error) => {
    const open = { status: "OPEN", confirmation: null };
    const made = { ...calls([booked], open), commit: vi.fn() };
    made.commit.mockRejectedValueOnce(error).mockResolvedValueOnce([booked]);
    expect(await reserve(order, made)).toEqual({ kind: "CONFIRMED", rooms: [booked] });
    expect(made.commit.mock.calls).toEqual([[commitBody(order)], [commitBody(order)]]);
    expect(made.lookAgain).not.toHaveBeenCalled();
    const declined = new ApiProblem(402, { code: "CARD_DECLINED" }, "/commit");
    made.commit.mockReset().mockRejectedValueOnce(error).mockRejectedValueOnce(declined);
    expect(await reserve(order, made)).toMatchObject({ refusal: { code: "CARD_DECLINED" } });
  });

  test.each(lost)(
    "without one at all the batch is asked, and one that is open has not failed",
    async (error) => {
      const made = calls(error, { status: "COMMITTED", confirmation: [booked] });
      expect(await reserve(order, made)).toEqual({ kind: "CONFIRMED", rooms: [booked] });
      expect(made.commit).toHaveBeenCalledTimes(2);
      const unclear = { kind: "REFUSED", refusal: { code: "UNCLEAR", order } };
      expect(await reserve(order, calls(error, { status: "OPEN", confirmation: null }))).toMatchObject(
        unclear,
      );
      expect(await reserve(order, calls(error, offline))).toMatchObject(unclear);
      const gone = new ApiProblem(410, { code: "BATCH_EXPIRED" }, "/new-batch-booking/b1");
      expect(await reserve(order, calls(error, gone))).toMatchObject({ refusal: { code: "BATCH_EXPIRED" } });
    },
  );

  // clause: ERR-15
  test("a server that broke off each time has failed, unless nobody can say what the batch is", async () => {
    const broke = new ApiProblem(500, {}, "/commit");
    const open = { status: "OPEN", confirmation: null };
    expect(await reserve(order, calls(broke, open))).toMatchObject({ refusal: { code: "FAILED" } });
    expect(await reserve(order, calls(broke, broke))).toMatchObject({ refusal: { code: "UNCLEAR" } });
    const made = calls(broke, open);
    made.commit.mockRejectedValueOnce(offline);
    expect(await reserve(order, made)).toMatchObject({ refusal: { code: "UNCLEAR" } });
  });

  // clause: CONF-08
  test("an empty list of rooms is a failure", async () => {
    expect(await reserve(order, calls([], offline))).toMatchObject({
      kind: "REFUSED",
      refusal: { code: "FAILED" },
    });
  });
});

describe("ways out", () => {
  const problem = (...of: Parameters<typeof refusal>) => {
    const { status, body } = refusal(...of);
    return new ApiProblem(status, body, "/commit");
  };

  test.each([
    ["PRICE_CHANGED", "PRICE_CHANGED", "payment"],
    ["ROOM_CHANGED", "ROOM_CHANGED", "information"],
    ["NIGHT_SOLD_OUT", "NIGHT_SOLD_OUT", "rooms"],
    ["BATCH_EXPIRED", "BATCH_EXPIRED", "rooms"],
    ["LOOK_UP_EXPIRED", "BATCH_EXPIRED", "rooms"],
    ["SECRET_MISSING", "BATCH_EXPIRED", "rooms"],
    ["CARD_REQUIRED", "CARD_REQUIRED", "payment"],
    ["GUARANTEE_REQUIRED", "GUARANTEE_REQUIRED", "payment"],
    ["CARD_EXPIRED", "CARD_EXPIRED", "payment"],
    ["GUEST_INCOMPLETE", "GUEST_INCOMPLETE", "information"],
    ["ROOM_MISSING", "ROOM_MISSING", "rooms"],
    ["BAD_FIELD", "FAILED", "payment"],
  ] as const)("%s is %s, mended on %s", (code, told, step) => {
    expect(refusalOf(problem(code)).code).toBe(told);
    expect(mendingStep(refusalOf(problem(code)).code, STEP_ORDER)).toBe(step);
  });

  test.each([
    ["transportations[0].body", "information"],
    ["transportations", "information"],
    ["expected_total", "payment"],
  ])("a value of %s that is not acceptable is mended on %s", (field, step) => {
    const refused = problem("UNACCEPTABLE", { errors: [{ field, message: "Not valid" }] });
    expect(mendingStep(refusalOf(refused).code, STEP_ORDER)).toBe(step);
  });

  // clause: CONF-10
  test("without a payment step the guest information is the last that can be edited", () => {
    expect(mendingStep("FAILED", ["search", "rooms", "information", "confirmation"])).toBe("information");
  });

  test("a lost hold means choosing again, a changed price does not", () => {
    expect(losesRooms("BATCH_EXPIRED")).toBe(true);
    expect(losesRooms("PRICE_CHANGED")).toBe(false);
  });
});
