// A guest at the page: the steps of the booking as one object, and the way through them.
import type { Page } from "@playwright/test";
import { address, type Hotel } from "./hotels.ts";
import type { Say } from "./labels.ts";
import { AddonsStep } from "./pages/addons.ts";
import { Confirmation } from "./pages/confirmation.ts";
import { GuestStep } from "./pages/guest.ts";
import { Header } from "./pages/header.ts";
import { type Card, PaymentStep } from "./pages/payment.ts";
import { RoomsStep } from "./pages/rooms.ts";
import { SearchStep } from "./pages/search.ts";
import { Wizard } from "./pages/wizard.ts";
import type { Person } from "./people.ts";

export interface Wish {
  from: string;
  to: string;
  adults?: number;
  rooms?: number;
}

export class Guest {
  readonly header: Header;
  readonly wizard: Wizard;
  readonly search: SearchStep;
  readonly rooms: RoomsStep;
  readonly addons: AddonsStep;
  readonly details: GuestStep;
  readonly payment: PaymentStep;
  readonly confirmation: Confirmation;

  constructor(
    readonly page: Page,
    readonly say: Say,
  ) {
    this.header = new Header(page, say);
    this.wizard = new Wizard(page, say);
    this.search = new SearchStep(page, say);
    this.rooms = new RoomsStep(page, say);
    this.addons = new AddonsStep(page, say);
    this.details = new GuestStep(page, say);
    this.payment = new PaymentStep(page, say);
    this.confirmation = new Confirmation(page, say);
  }

  /** Opens the hotel's page; a wish fills the search form from the address (START-08). */
  async open(hotel: Hotel, wish?: Wish, more: Record<string, string> = {}): Promise<void> {
    const query = wish
      ? {
          from: wish.from,
          to: wish.to,
          guest: String(wish.adults ?? 2),
          room_count: String(wish.rooms ?? 1),
          ...more,
        }
      : more;
    await this.page.goto(address(hotel, "booking/search", query));
    await this.wizard.on("search");
  }

  async toRooms(hotel: Hotel, wish: Wish): Promise<void> {
    await this.open(hotel, wish);
    await this.search.search().click();
    await this.wizard.on("rooms");
  }

  async toAddons(hotel: Hotel, wish: Wish, room: string, rate: string): Promise<void> {
    await this.toRooms(hotel, wish);
    await this.rooms.book(room, rate);
    await this.wizard.on("addons");
  }

  async toDetails(hotel: Hotel, wish: Wish, room: string, rate: string): Promise<void> {
    await this.toRooms(hotel, wish);
    await this.rooms.book(room, rate);
    await this.wizard.toInformation();
  }

  async toPayment(hotel: Hotel, wish: Wish, room: string, rate: string, person: Person): Promise<void> {
    await this.toDetails(hotel, wish, room, rate);
    await this.details.fill(person);
    await this.details.agree();
    await this.wizard.next(this.say("lbl_continue_to_payment")).click();
    await this.wizard.on("payment");
  }

  async pay(card: Card, holder: string): Promise<void> {
    await this.payment.enter(card, holder);
    await this.payment.order().click();
  }
}
