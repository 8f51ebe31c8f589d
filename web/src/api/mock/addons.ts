/** Add-ons of the pretended hotel: by the night, on chosen days, once, in every price; 10 percent tax on top. */
import { nightsOf } from "../../i18n/dates";
import type { Addon, AddonGroup, ChosenAddon, ReservationAddon, SelectedRoom } from "../types";

const TAX = 0.1;
const cents = (amount: number) => Math.round(amount * 100) / 100;

const known = [
  {
    id: "BREAKFAST",
    name: "Breakfast",
    group: "At the table",
    amount: 18,
    per: "PERSON_NIGHT",
    day: "EACH_NIGHT",
    most: 99,
  },
  {
    id: "PARKING",
    name: "Parking",
    group: "Getting here",
    amount: 15,
    per: "NIGHT",
    day: "EACH_NIGHT",
    most: 2,
  },
  {
    id: "SAIL",
    name: "An hour under sail",
    group: "On the water",
    amount: 45,
    per: "PERSON",
    day: "CHOSEN",
    most: 4,
  },
  {
    id: "LATE",
    name: "Late check-out",
    group: "Getting here",
    amount: 30,
    per: "STAY",
    day: "DEPARTURE",
    most: 1,
  },
  { id: "COT", name: "Baby cot", group: "In the room", amount: 0, per: "STAY", day: "ARRIVAL", most: 2 },
] as const;

type Known = (typeof known)[number];
type Stay = Pick<SelectedRoom, "check_in_date" | "check_out_date" | "number_of_adults" | "number_of_rooms">;

const isOnce = (addon: Known) => addon.day === "ARRIVAL" || addon.day === "DEPARTURE";
const each = (addon: Known, room: Stay) =>
  addon.amount * (addon.per.startsWith("PERSON") ? room.number_of_adults : 1) * room.number_of_rooms;

function addonOf(addon: Known, room: Stay): Addon {
  const once = addon.day === "DEPARTURE" ? room.check_out_date : room.check_in_date;
  const days = isOnce(addon) ? [once] : nightsOf(room.check_in_date, room.check_out_date);
  const amount = each(addon, room);
  return {
    id: addon.id,
    code: addon.id,
    name: addon.name,
    description: `${addon.name} at Harbour House.`,
    icon: "GIFT",
    picture: null,
    default_amount: amount / room.number_of_rooms,
    quantity: 1,
    max_quantity: addon.most,
    recurring: isOnce(addon),
    date: null,
    per: addon.per,
    day: addon.day,
    persons: addon.per.startsWith("PERSON") ? room.number_of_adults : null,
    mandatory: false,
    charges: days.map((date) => ({ date, amount, net_value: cents(amount * (1 + TAX)), left: null })),
  };
}

/** What may be chosen, as a profile tells it. */
export const restrictedAddons = known.map((addon) => ({ id: addon.id, recurring: isOnce(addon) }));

export function addonsOf(room: Stay): AddonGroup[] {
  const groups = [...new Set(known.map((addon) => addon.group))];
  return groups.map((name) => ({
    name,
    charge_types: known.filter((addon) => addon.group === name).map((addon) => addonOf(addon, room)),
  }));
}

/** The room with these entries in place of what it had. */
export function withAddons(room: SelectedRoom, entries: readonly ReservationAddon[]): SelectedRoom {
  const before = new Set(room.chosen_addons.map((entry) => entry.id));
  const bare = room.profile_taxes;
  if (!bare) return room;
  const chosen_addons: ChosenAddon[] = [];
  const charges = bare.charges.filter((charge) => !before.has(charge.charge_type_id));
  for (const { charge_type_id, quantity, date } of entries) {
    const addon = known.find((entry) => entry.id === charge_type_id);
    if (!addon) continue;
    const amount = cents(each(addon, room) * quantity);
    const net_value = cents(cents(each(addon, room) * (1 + TAX)) * quantity);
    chosen_addons.push({
      id: addon.id,
      charge_type_id,
      name: addon.name,
      quantity,
      date: date ?? null,
      recurring: isOnce(addon),
      amount: net_value,
      room_no: room.room_no,
      session_id: room.session_id,
    });
    const day = addon.day === "DEPARTURE" ? room.check_out_date : room.check_in_date;
    charges.push({
      date: date ?? day,
      charge_type_code: addon.id,
      charge_type_label: addon.name,
      charge_type_id: addon.id,
      quantity,
      amount,
      net_value,
      net_value_excl_taxes: amount,
      taxes: [
        {
          tax_type_id: "STATE",
          name: "State lodging tax",
          amount: cents(net_value - amount),
          inclusive: false,
          adjustments: [],
        },
      ],
    });
  }
  const estimated_total = cents(charges.reduce((sum, charge) => sum + charge.net_value, 0));
  const profile_taxes = {
    ...bare,
    charges,
    estimated_total,
    due_at_hotel: cents(estimated_total - bare.due_now),
  };
  return { ...room, chosen_addons, profile_taxes };
}
