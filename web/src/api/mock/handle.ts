/** Answers the calls of the page as the pretended hotel. One instance is one server with its own batches. */
import { english } from "../../i18n/english";
import type {
  BookingProfile,
  BreakdownBody,
  CommitBody,
  ConfirmedRoom,
  Guest,
  ReservationAddon,
  SelectedRoom,
  SetRateBody,
  TransportEntry,
} from "../types";
import { addonsOf, withAddons } from "./addons";
import { property } from "./hotel";
import { availability, breakdown, calendarDays, folio, selectedRoom } from "./offers";
import { type Refusal, refusal } from "./refusal";

interface Batch {
  profile: BookingProfile;
  rooms: Map<string, SelectedRoom>;
  guest: Guest | null;
  confirmation: ConfirmedRoom[] | null;
}

type IncludeBody = { reservation_addons: ReservationAddon[] };

/**
 * What a call is answered. A refusal that the server never gives tests nothing: `refusal` makes the real ones, and what
 * has no code is not the server's own but a proxy's.
 */
export type Answer =
  | { status: 200 | 201 | 204; body?: unknown }
  | { status: number; body?: { code?: never; [more: string]: unknown } }
  | Refusal;

/** A ride as a confirmation has it. */
const ridden = (ride: TransportEntry): ConfirmedRoom["transportations"][number] => ({
  title: ride.title as "Guest Pick-Up" | "Guest Drop-Off",
  body: ride.body ?? null,
  start_date: ride.start_date ?? "",
  time: ride.time ?? "",
});

const ok = (body: unknown): Answer => ({ status: 200, body });

export function makeServer() {
  const batches = new Map<string, Batch>();
  const ofSession = (session: string) =>
    [...batches.values()].find((b) => b.profile.sessions.includes(session));
  let made = 0;

  function newBatch(count: number): Answer {
    made += 1;
    const batch_id = `batch-${made}`;
    const profile: BookingProfile = {
      batch_id,
      sessions: Array.from({ length: count }, (_, index) => `${batch_id}-s${index + 1}`),
      max_los: 200,
      expires_at: "2026-11-21T10:30:00-05:00",
      answered_at: "2026-11-21T04:00:00-05:00",
      existing_reservation: null,
      required_guest_fields: ["first_name", "last_name", "email"],
      restrictions: {
        booking_profile: {
          restricted_addons: [],
          restricted_guarantee_types: ["CC"],
          guarantee_required_to_book: true,
          allow_room_unit_booking: false,
          booking_profiles_guarantee_types: [{ id: "CC", instant_booking: false }],
        },
      },
    };
    batches.set(batch_id, { profile, rooms: new Map(), guest: null, confirmation: null });
    return { status: 201, body: { ...profile, token: `secret-${made}` } };
  }

  function session(id: string, action: string, method: string, body: unknown): Answer {
    const batch = ofSession(id);
    if (!batch) return refusal("BATCH_UNKNOWN");
    const held = batch.rooms.get(id);
    if (action === "set-rate" && method === "DELETE") {
      batch.rooms.delete(id);
      return { status: 204 };
    }
    if (action === "set-rate") {
      const room = selectedRoom(id, batch.profile.sessions.indexOf(id) + 1, body as SetRateBody);
      batch.rooms.set(id, room);
      return ok({ data: { session_id: id, content: room } });
    }
    if (action === "include-addon") return include(batch, id, (body as IncludeBody).reservation_addons);
    if (action === "add-guest") return addGuest(batch, body);
    if (action === "available-guarantee-types") return ok({ guarantee_types: guaranteeTypes(held) });
    return held ? ok(folio(held)) : refusal("ROOM_MISSING");
  }

  function include(batch: Batch, id: string, entries: readonly ReservationAddon[]): Answer {
    const held = batch.rooms.get(id);
    if (!held) return refusal("ROOM_MISSING");
    const room = withAddons(held, entries);
    batch.rooms.set(id, room);
    return ok({ data: { session_id: id, content: room } });
  }

  function guaranteeTypes(held: SelectedRoom | undefined) {
    const due_now = held?.profile_taxes?.due_now ?? 0;
    const due_at_hotel = held?.profile_taxes?.due_at_hotel ?? 0;
    const card = { id: "CC", code: "CC", name: "Credit card", payment_type_required: true };
    return [
      {
        ...card,
        description: "Your card holds the room.",
        due_now,
        due_later: 0,
        due_at_hotel,
        instant_booking: false,
      },
    ];
  }

  function addGuest(batch: Batch, body: unknown): Answer {
    const { guest_data, loyalty_guest_id } = body as { guest_data: Guest; loyalty_guest_id: string | null };
    // whoever says that they are signed in is
    batch.guest = { ...guest_data, loyalty_guest_number: loyalty_guest_id && "QC-1042" };
    return ok({ guest_data: batch.guest });
  }

  function commit(batch: Batch, body: CommitBody): Answer {
    batch.confirmation ??= body.sessions.flatMap(({ session_id, guest_data }, index) => {
      const room = batch.rooms.get(session_id);
      const guest = guest_data ?? batch.guest;
      if (!room || !guest) return [];
      const confirmed: ConfirmedRoom = {
        confirmation_no: `1HKQ2M4X7T${index}`,
        id: session_id,
        status: "HOLD",
        first_name: guest.first_name,
        last_name: guest.last_name,
        room_type_name: room.room_type_name,
        room_type_id: room.room_type_id,
        room_unit_number: room.room_unit_number,
        package_id: room.package_id,
        package_name: room.package_name,
        rate_code_name: room.rate.name,
        check_in_date: room.check_in_date,
        check_out_date: room.check_out_date,
        number_of_adults: room.number_of_adults,
        number_of_children: room.number_of_children,
        total_amount: folio(room).estimated_total,
        total_taxes: folio(room).total_taxes,
        currency: "USD",
        due_now: folio(room).due_now,
        charged_now: 0,
        due_later: 0,
        later_deposits: [],
        due_at_hotel: folio(room).due_at_hotel,
        cancelled: null,
        stay_change: null,
        total_redeemed_points: 0,
        paid_with_points: 0,
        masked_card_number: null,
        charged_card_number: null,
        guarantee_type_id: null,
        guarantee_type_name: null,
        guarantee_description: null,
        cover_photo: "/media/1/room-deluxe-king.webp",
        public_link: null,
        payment_link: null,
        letter_url: "/public/properties/1/reports/confirmation-letter",
        discount: room.discount,
        company: room.company,
        group_block: room.group_block,
        mop: room.mop,
        calendar_url: "/public/properties/1/reports/calendar-file",
        cancellation: room.cancellation,
        chosen_addons: room.chosen_addons.map(({ id, name, quantity, date, amount }) => ({
          id,
          name,
          quantity,
          date: date ?? null,
          amount,
        })),
        transportations: body.transportations?.map(ridden) ?? [],
      };
      return [confirmed];
    });
    return batch.confirmation.length > 0 ? ok(batch.confirmation) : refusal("ROOM_MISSING");
  }

  function rules(country_code: string): Answer {
    const display_fields = [
      "first_name",
      "last_name",
      "email",
      "phone",
      "street",
      "city",
      "state",
      "zip_code",
      "country",
    ];
    return ok({
      country_code,
      display_fields: [...display_fields, "remarks"],
      required_guest_fields: ["first_name", "last_name", "email"],
      state_required: country_code === "US",
      state_optional: country_code !== "US",
      zipcode_required: false,
      zipcode_optional: true,
      property_eligible_states: country_code === "US" ? [{ id: "ME", state_code: "ME", name: "Maine" }] : [],
      first_name_regex: null,
      last_name_regex: null,
      email_regex: null,
      address_regex: null,
      street_2_regex: null,
      zipcode_regex: null,
      zip_label: country_code === "US" ? "zip" : "postal_code",
      state_label: "state",
      format: ["street", "city", "state", "zip_code"],
    });
  }

  return function handle(method: string, url: URL, body: unknown): Answer {
    const path = url.pathname.replace(/^\/v4\//, "").replace(/\/$/, "");
    if (path === "common/language") return ok(english);
    const rest = path.replace(/^properties\/1\/?/, "");
    if (rest === "") return ok(property);
    if (rest === "multilingual-dynamic-fields") return ok([]);
    if (rest === "address-rules") return rules(url.searchParams.get("country_code") ?? "US");
    if (rest === "mini-rates-with-availability/v3") return ok(availability(url.searchParams));
    if (rest === "calendar/lowest-rate-calendar") {
      const days = calendarDays(
        url.searchParams.get("start_date") ?? "",
        url.searchParams.get("end_date") ?? "",
      );
      return ok({
        currency: "USD",
        conversion: null,
        rate_details: [{ rate_codes: [{ price_details: days }] }],
      });
    }
    if (rest === "charge-types/applicable/v2") {
      const id = url.searchParams.get("session_id") ?? "";
      const held = ofSession(id)?.rooms.get(id);
      return held ? ok(addonsOf(held)) : refusal("ROOM_MISSING");
    }
    if (rest === "package-rates/applicable") return ok([]);
    if (rest.endsWith("/breakdown")) return ok(breakdown(body as BreakdownBody));
    if (rest === "suggested_rooms/v2") {
      const { room_type_ids } = body as { room_type_ids: string[] };
      const rooms = ["7", "12", "1204"].map((number) => ({ room_id: number, number }));
      return ok({ data: room_type_ids.map((room_type_id) => ({ room_type_id, rooms })) });
    }
    if (rest === "payments/hpc/init") {
      return ok({
        body: "",
        session_key: "k",
        frame_url: "about:blank",
        vault_origin: "http://127.0.0.1:8081",
      });
    }
    const parts = rest.split("/");
    if (parts[1] === "new-booking") return session(parts[2] ?? "", parts[3] ?? "", method, body);
    if (parts[1] === "new-batch-booking" && !parts[2])
      return newBatch(Number(url.searchParams.get("count") ?? 1));
    const batch = batches.get(parts[2] ?? "");
    if (!batch) return refusal("BATCH_UNKNOWN");
    if (parts[3] === "commit") return commit(batch, body as CommitBody);
    if (parts[3] === "add-guest") return addGuest(batch, body);
    return ok({
      ...batch.profile,
      status: batch.confirmation ? "COMMITTED" : "OPEN",
      selected_rooms: [...batch.rooms.values()],
      guest: batch.guest,
      confirmation: batch.confirmation,
    });
  };
}
