/** Prices of the pretended hotel: a nightly rate by weekday, 10 percent tax on top, a 12.00 fee each night. */
import { addDays, nightsOf, weekday } from "../../i18n/dates";
import type {
  Availability,
  Breakdown,
  BreakdownBody,
  CalendarDay,
  Folio,
  PriceSummary,
  RateOffer,
  SelectedRoom,
  SetRateBody,
} from "../types";
import { BUSINESS_DAY, roomTypes } from "./hotel";

const TAX = 0.1;
export const FEE = 12;

const plans = [
  { id: "ADVANCE", name: "Advance", factor: 0.85, meal: null, free: null },
  { id: "FLEX", name: "Flexible", factor: 1, meal: null, free: 2 },
  { id: "FLEX_BB", name: "Flexible with breakfast", factor: 1.15, meal: "BREAKFAST", free: 2 },
] as const;

const cents = (amount: number) => Math.round(amount * 100) / 100;

/** Sold out on every 5th and 24th, no arrivals on the 31st, three nights at least from the 20th to the 23rd. */
export function soldOut(day: string): boolean {
  return day.endsWith("-05") || day.endsWith("-24");
}

export function nightlyRate(room_type_id: string, rate: string, day: string): number {
  const room = roomTypes.findIndex((type) => type.id === room_type_id);
  const weekend = [5, 6].includes(weekday(day)) ? 40 : 0;
  return cents((132 + room * 40 + weekend) * (plans.find((plan) => plan.id === rate)?.factor ?? 1));
}

function summary(amounts: number[]): PriceSummary {
  const base = cents(amounts.reduce((sum, amount) => sum + amount, 0));
  const tax = cents(amounts.reduce((sum, amount) => sum + cents(amount * TAX), 0));
  const fee = FEE * amounts.length;
  const total = cents(base + tax + fee);
  const n = amounts.length;
  return {
    total_amount: base,
    total_amount_after_tax: cents(base + tax),
    total_amount_after_discount: base,
    total_amount_after_tax_and_fee: total,
    total_tax_amount: tax,
    total_fee_amount: fee,
    total_fee_on_amount_after_discount: 0,
    total_inclusive_tax_amount: 0,
    total_exclusive_tax_amount: tax,
    total_points: 0,
    strike_price: null,
    avg_amount_before_tax: cents(base / n),
    avg_amount_after_tax: cents((base + tax) / n),
    avg_amount_after_tax_and_fee: cents(total / n),
    avg_amount_after_discount: cents(base / n),
    avg_net_amount_after_discount: cents(base / n),
    avg_base_amount_before_tax: cents(base / n),
    avg_base_amount_after_tax_and_fee: cents(total / n),
    avg_inclusive_tax_amount: 0,
    avg_inclusive_base_tax_amount: 0,
  };
}

function offer(room: string, plan: (typeof plans)[number], nights: string[]): RateOffer {
  const amounts = nights.map((day) => nightlyRate(room, plan.id, day));
  const price_summary = summary(amounts);
  const arrival = nights[0] ?? BUSINESS_DAY;
  return {
    id: plan.id,
    code: plan.id,
    name: plan.name,
    display_code: plan.id,
    additional_details: "The rate in more words.",
    package_id: null,
    package_code: null,
    package_description: null,
    cancellation_policy_id: plan.free ? "48H" : "NONE",
    points_eligible: false,
    is_company_rate_code: false,
    rate_amount: amounts[0] ?? 0,
    price_summary,
    guarantee_type_ids: ["CC"],
    deposit_schedules: [{ date: BUSINESS_DAY, amount: amounts[0] ?? 0 }],
    price_details: nights.map((date, index) => ({ date, amount: amounts[index] ?? 0 })),
    cancellation: plan.free
      ? {
          free_until: `${addDays(arrival, -plan.free)}T18:00:00-05:00`,
          penalty: { kind: "NIGHTS", value: 1, amount: cents((amounts[0] ?? 0) * (1 + TAX) + FEE) },
          later_penalties: [],
        }
      : {
          free_until: null,
          penalty: { kind: "PERCENT", value: 100, amount: price_summary.total_amount_after_tax_and_fee },
          later_penalties: [],
        },
    meal: plan.meal ?? "ROOM_ONLY",
  };
}

export function availability(query: URLSearchParams): Availability {
  const from = query.get("check_in_date") ?? BUSINESS_DAY;
  const to = query.get("check_out_date") ?? addDays(from, 1);
  const people = Number(query.get("number_of_persons") ?? 1) + Number(query.get("number_of_children") ?? 0);
  const nights = nightsOf(from, to);
  const full = nights.find(soldOut);
  const fits = full ? [] : roomTypes.filter((room) => room.max_people >= people);
  const after = full ? nightsOf(addDays(full, 1), addDays(full, 1 + nights.length)) : nights;
  const near = offer("DELUXE_KING", plans[1], after);
  return {
    conversion: null,
    rate_details: fits.map((room) => ({
      room_type_id: room.id,
      room_type_name: room.name,
      room_type_code: room.code,
      room_id: null,
      room_unit_number: null,
      available: room.id === "FAMILY_SUITE" ? 1 : 4,
      rate_codes: plans.map((plan) => offer(room.id, plan, nights)),
    })),
    unavailable: roomTypes
      .filter((room) => !fits.includes(room))
      .map((room) => ({
        room_type_id: room.id,
        reasons: full
          ? [{ code: "SOLD_OUT", date: full }]
          : [{ code: "PARTY_TOO_LARGE", value: room.max_people }],
        rate_codes: [],
      })),
    nearest_stays: full
      ? [
          {
            check_in_date: addDays(full, 1),
            check_out_date: addDays(full, 1 + nights.length),
            shift_days: 1 + nights.indexOf(full),
            nights: nights.length,
            room_type_id: "DELUXE_KING",
            rate_code_id: "FLEX",
            total_amount_after_tax_and_fee: near.price_summary.total_amount_after_tax_and_fee,
            cancellation: near.cancellation,
          },
        ]
      : [],
    split_stay: null,
    more_rooms: null,
    packages: [],
    rate_codes: plans.map(({ id, name }) => ({ id, code: id, name })),
    room_types: roomTypes,
    room_type_amenity_groups: [
      { name: "Features", amenities: [{ code: "WIFI", name: "Wi-Fi" }] },
      { name: "Bathroom", amenities: [{ code: "TUB", name: "Bathtub" }] },
    ],
    bed_type_groups: [{ code: "KING" }, { code: "QUEEN" }],
    package_charge_types: [],
    group_block: { id: null, group_name: null },
    discount: null,
    company: null,
    guarantee_types: [
      {
        id: "CC",
        code: "CC",
        name: "Credit card",
        description: "",
        payment_type_required: true,
        instant_booking: false,
      },
    ],
    cancellation_policies: [],
  };
}

export function calendarDays(start: string, end: string): CalendarDay[] {
  return nightsOf(start, end).map((date) => {
    const full = soldOut(date);
    const rate = nightlyRate("CLASSIC_QUEEN", "ADVANCE", date);
    const closed = date.endsWith("-31");
    const long = /-2[0-3]$/.test(date);
    return {
      date,
      amount: full ? null : rate,
      total: full ? null : cents(rate * (1 + TAX) + FEE),
      available: !full,
      arrival: !full && !closed,
      departure: true,
      min_stay: long ? 3 : 1,
      max_stay: null,
      reasons: full ? [{ code: "SOLD_OUT" }] : closed ? [{ code: "CLOSED_TO_ARRIVAL" }] : [],
    };
  });
}

export function breakdown({ rates }: BreakdownBody): Breakdown {
  const nights = rates.map(({ date, amount }) => {
    const tax = {
      tax_type_id: "STATE",
      name: "State lodging tax",
      amount: cents(amount * TAX),
      inclusive: false,
    };
    return {
      date: date.slice(0, 10),
      breakdown: [
        { code: "ROOM", name: "Room", amount, net_value: cents(amount * (1 + TAX)), taxes: [tax] },
        { code: "HARBOUR_FEE", name: "Harbour fee", amount: FEE, net_value: FEE, taxes: [] },
      ],
      total: cents(amount + tax.amount + FEE),
    };
  });
  const estimated_total = cents(nights.reduce((sum, night) => sum + night.total, 0));
  const total_taxes = cents(
    nights.reduce((sum, night) => sum + (night.breakdown[0]?.taxes[0]?.amount ?? 0), 0),
  );
  return { data: { conversion: null, rates: nights, estimated_total, total_taxes } };
}

export function folio(
  room: Pick<SelectedRoom, "room_type_name" | "rate_details" | "number_of_rooms">,
): Folio {
  const charges = room.rate_details.flatMap(({ date, amount }) => [
    {
      date,
      charge_type_code: "ROOM",
      charge_type_label: room.room_type_name,
      charge_type_id: "ROOM",
      quantity: 1,
      amount: cents(amount * room.number_of_rooms),
      net_value: cents(cents(amount * (1 + TAX)) * room.number_of_rooms),
      net_value_excl_taxes: cents(amount * room.number_of_rooms),
      taxes: [
        {
          tax_type_id: "STATE",
          name: "State lodging tax",
          amount: cents(amount * TAX * room.number_of_rooms),
          inclusive: false,
          adjustments: [],
        },
      ],
    },
    {
      date,
      charge_type_code: "HARBOUR_FEE",
      charge_type_label: "Harbour fee",
      charge_type_id: "HARBOUR_FEE",
      quantity: 1,
      amount: FEE * room.number_of_rooms,
      net_value: FEE * room.number_of_rooms,
      net_value_excl_taxes: FEE * room.number_of_rooms,
      taxes: [],
    },
  ]);
  const estimated_total = cents(charges.reduce((sum, charge) => sum + charge.net_value, 0));
  const total_taxes = cents(
    charges.reduce((sum, c) => sum + c.taxes.reduce((s, tax) => s + tax.amount, 0), 0),
  );
  const due_now = room.rate_details[0]?.amount ?? 0;
  return {
    currency: "USD",
    conversion: null,
    charges,
    estimated_total,
    total_taxes,
    total_inclusive_taxes: 0,
    due_now,
    due_later: 0,
    due_at_hotel: cents(estimated_total - due_now),
    total_redeemed_points: 0,
    paid_with_points: 0,
    amount_to_pay: estimated_total,
  };
}

export function selectedRoom(session_id: string, room_no: number, body: SetRateBody): SelectedRoom {
  const type = roomTypes.find((room) => room.id === body.room_type_id);
  const plan = plans.find((entry) => entry.id === body.rate_code_id) ?? plans[1];
  const made = offer(body.room_type_id, plan, nightsOf(body.check_in_date, body.check_out_date));
  const room: SelectedRoom = {
    session_id,
    room_no,
    room_type_id: body.room_type_id,
    room_type_code: body.room_type_id,
    room_type_name: type?.name ?? body.room_type_id,
    rate_code_id: plan.id,
    rate: {
      id: plan.id,
      code: plan.id,
      name: plan.name,
      display_code: plan.id,
      package_id: null,
      package_code: null,
    },
    package_id: null,
    package_name: null,
    room_id: body.room_id ?? null,
    room_unit_number: body.room_id ?? null,
    conversion: null,
    check_in_date: body.check_in_date,
    check_out_date: body.check_out_date,
    number_of_adults: body.number_of_adults,
    number_of_children: body.number_of_children,
    children_ages: body.children_ages.map(Number),
    number_of_rooms: body.number_of_rooms,
    rate_details: made.price_details,
    price_summary: made.price_summary,
    cancellation: made.cancellation,
    cancellation_policy: {
      id: made.cancellation_policy_id,
      code: made.cancellation_policy_id,
      description:
        made.cancellation_policy_id === "NONE" ? "Cannot be cancelled or moved." : "Two days before.",
    },
    deposit_schedules: made.deposit_schedules,
    guarantee_type_ids: made.guarantee_type_ids,
    chosen_addons: [],
    left_out_addons: [],
    booked_with_points: body.booked_with_points ?? false,
    total_redeemed_points: body.total_redeemed_points ?? 0,
    profile_taxes: null,
    stay_change: null,
    terms: "",
    discount: null,
    company: null,
    group_block: { id: null, group_name: null },
    mop: "GUEST",
  };
  return { ...room, profile_taxes: folio(room) };
}
