// Another guest, who books through the HTTP API: takes the last room, looks at what is left.
import type { Hotel } from "./hotels.ts";

export interface Stay {
  from: string;
  to: string;
  adults?: number;
  children_ages?: number[];
}

export interface Offer {
  room_type_id: string;
  rate_code_id: string;
  package_id: string | null;
  total: number;
  available: number;
}

export class GuestApi {
  constructor(
    private readonly server: string,
    private readonly hotel: Hotel,
  ) {}

  private async call(method: string, path: string, body?: unknown, token?: string): Promise<any> {
    const answer = await fetch(`${this.server}/v4/properties/${this.hotel.id}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : null;
  }

  async offers(stay: Stay): Promise<Offer[]> {
    const ages = stay.children_ages ?? [];
    const query = new URLSearchParams({
      check_in_date: stay.from,
      check_out_date: stay.to,
      number_of_rooms: "1",
      number_of_persons: String(stay.adults ?? 2),
      number_of_children: String(ages.length),
      ...(ages.length ? { children_ages: ages.join(",") } : {}),
    });
    const answer = await this.call("GET", `/mini-rates-with-availability/v3?${query}`);
    return answer.rate_details.flatMap((room: any) =>
      // what is booked with points is for members
      room.rate_codes.filter((rate: any) => !rate.points_eligible).map((rate: any) => ({
        room_type_id: room.room_type_id,
        rate_code_id: rate.id,
        package_id: rate.package_id,
        total: rate.price_summary.total_amount_after_tax_and_fee,
        available: room.available,
      })),
    );
  }

  /** Holds `count` rooms of one offer, each in its own session; they stay held while the batch lives. */
  async hold(stay: Stay, offer: Offer, count: number): Promise<{ batch: string; token: string; sessions: string[] }> {
    const batch = await this.call("POST", `/booking-engine/new-batch-booking?count=${count}`);
    for (const session of batch.sessions) {
      await this.call(
        "POST",
        `/booking-engine/new-booking/${session}/set-rate`,
        {
          check_in_date: stay.from,
          check_out_date: stay.to,
          rate_code_id: offer.rate_code_id,
          room_type_id: offer.room_type_id,
          package_id: offer.package_id,
          number_of_adults: stay.adults ?? 2,
          number_of_children: stay.children_ages?.length ?? 0,
          children_ages: (stay.children_ages ?? []).map(String),
          number_of_rooms: 1,
        },
        batch.token,
      );
    }
    return { batch: batch.batch_id, token: batch.token, sessions: batch.sessions };
  }

  /** Books a room with a guarantee that needs no card; answers the confirmation number. */
  async book(stay: Stay, wanted: { room: string; rate: string; guarantee: string }, guest: Record<string, string>): Promise<string> {
    const [number = ""] = await this.bookRooms(stay, wanted, guest, 1);
    return number;
  }

  /** The same for several rooms in one booking, each in its own session; answers their numbers. */
  async bookRooms(
    stay: Stay,
    wanted: { room: string; rate: string; guarantee: string },
    guest: Record<string, string>,
    count: number,
  ): Promise<string[]> {
    const offer = (await this.offers(stay)).find((one) => one.room_type_id === wanted.room && one.rate_code_id === wanted.rate);
    if (!offer) throw new Error(`${wanted.room} on ${wanted.rate} is not on offer`);
    const { batch, token, sessions } = await this.hold(stay, offer, count);
    await this.call("POST", `/booking-engine/new-batch-booking/${batch}/add-guest`, { guest_data: guest }, token);
    const held = sessions.map((session_id) => ({ session_id, defined_guarantee_type_id: wanted.guarantee }));
    const body = { sessions: held, transportations: [] };
    const rooms = await this.call("POST", `/booking-engine/new-batch-booking/${batch}/commit`, body, token);
    return rooms.map((room: { confirmation_no: string }) => room.confirmation_no);
  }

  /** Holds a door of a room type. */
  async holdDoor(stay: Stay, room_type_id: string, rate_code_id: string, room_id: string): Promise<void> {
    const batch = await this.call("POST", "/booking-engine/new-batch-booking?count=1");
    const body = {
      check_in_date: stay.from,
      check_out_date: stay.to,
      rate_code_id,
      room_type_id,
      room_id,
      number_of_adults: stay.adults ?? 2,
    };
    await this.call("POST", `/booking-engine/new-booking/${batch.sessions[0]}/set-rate`, body, batch.token);
  }

  /** Holds every room that is left of a room type, so that the next guest finds none. */
  async sellOut(stay: Stay, room_type_id: string): Promise<void> {
    for (;;) {
      const offer = (await this.offers(stay)).find((one) => one.room_type_id === room_type_id);
      if (!offer) return;
      await this.hold(stay, offer, Math.min(offer.available, 6));
    }
  }
}
