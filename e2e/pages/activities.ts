// The screens of booking an activity.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Hotel } from "../hotels.ts";
import type { Say } from "../labels.ts";
import type { Person } from "../people.ts";
import { GuestStep } from "./guest.ts";
import { type Card, PaymentStep } from "./payment.ts";

export const activityStep = (name: string) => new RegExp(`#/activities/activity-steps/${name}(\\?|$)`);

export class ActivityScreens {
  readonly form: GuestStep;
  readonly payment: PaymentStep;

  constructor(
    private readonly page: Page,
    private readonly say: Say,
  ) {
    this.form = new GuestStep(page, say);
    this.payment = new PaymentStep(page, say);
  }

  /** By the number alone: activities need no code (START-03). */
  async open(hotel: Hotel, query = "", path = "activities"): Promise<void> {
    await this.page.goto(`/?property_id=${hotel.id}#/${path}${query}`);
    await this.page.getByRole("heading", { level: 1 }).waitFor();
  }

  async on(step: string): Promise<void> {
    await expect(this.page).toHaveURL(activityStep(step));
  }

  list(): Locator {
    return this.page.getByRole("article");
  }

  /** "Book Now" of an activity, by its name; the first time of the day. */
  async book(name: string): Promise<void> {
    await this.page.getByRole("article", { name }).first().getByRole("button", { name: this.say("lbl_book_now") }).click();
    await this.on("activity-details");
  }

  async more(what: "lbl_adults" | "lbl_children"): Promise<void> {
    await this.page.getByRole("button", { name: this.say("lbl_more", { what: this.say(what) }) }).click();
  }

  next(): Locator {
    return this.page.getByRole("button", { name: this.say("lbl_next"), exact: true });
  }

  async fill(person: Person): Promise<void> {
    await this.form.fill(person);
  }

  async pay(card: Card, holder: string): Promise<void> {
    await this.payment.enter(card, holder);
    await this.payment.order().click();
  }

  number(): Locator {
    return this.page.locator(".numbers bdi");
  }
}
