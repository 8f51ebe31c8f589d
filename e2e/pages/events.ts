// The screens of booking an event.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Hotel } from "../hotels.ts";
import { facts, type Say } from "../labels.ts";
import type { Person } from "../people.ts";
import { GuestStep } from "./guest.ts";
import { type Card, PaymentStep } from "./payment.ts";

export const eventStep = (name: string) => new RegExp(`#/events/event-steps/${name}(\\?|$)`);

export class EventScreens {
  readonly form: GuestStep;
  readonly payment: PaymentStep;

  constructor(
    readonly page: Page,
    private readonly say: Say,
  ) {
    this.form = new GuestStep(page, say);
    this.payment = new PaymentStep(page, say);
  }

  /** By the number alone: events need no code (START-03). */
  async open(hotel: Hotel, query = "", path = "events"): Promise<void> {
    await this.page.goto(`/?property_id=${hotel.id}#/${path}${query}`);
    await this.on("select-space");
    await this.page.getByRole("heading", { level: 1 }).waitFor();
  }

  async on(step: string): Promise<void> {
    await expect(this.page).toHaveURL(eventStep(step));
  }

  /** The field of the day; on phones that in the dialog. */
  date(within: Locator = this.page.locator(".select-space > .event-filters")): Locator {
    return within.getByRole("button", { name: new RegExp(`^${this.say("lbl_event_date")} `) });
  }

  spaces(): Locator {
    return this.page.getByRole("article");
  }

  space(name: string): Locator {
    return this.page.getByRole("article", { name });
  }

  /** "Book now" of a space in a plan, then an arrangement by its name, or none. */
  async book(space: string, plan: string, arrangement?: string): Promise<void> {
    const button = `${this.say("lbl_book_space")}: ${facts(this.say, space, plan)}`;
    await this.page.getByRole("button", { name: button }).click();
    const dialog = this.page.getByRole("dialog");
    const choice = arrangement ?? this.say("lbl_skip_arrangement");
    await dialog.getByRole("button", { name: choice }).click();
  }

  async select(name: string): Promise<void> {
    await this.page.getByRole("button", { name: `${this.say("lbl_select")}: ${name}` }).click();
    await expect(this.page.getByRole("button", { name: `${this.say("lbl_remove_package")}: ${name}` })).toBeVisible();
  }

  next(): Locator {
    return this.page.getByRole("button", { name: this.say("lbl_next"), exact: true });
  }

  async fill(person: Person, event: string): Promise<void> {
    await this.form.fill(person);
    await this.form.field("lbl_event_name").fill(event);
    await this.form.field("lbl_cost_centre").fill("4711");
  }

  async pay(card: Card, holder: string): Promise<void> {
    await this.payment.enter(card, holder);
    await this.payment.order().click();
  }

  async chooseCompany(): Promise<void> {
    // by the keyboard: the card form above grows to its height while it loads
    await this.page.getByRole("radio", { name: new RegExp(`^${this.say("lbl_pay_by_company")}`) }).press("Space");
  }

  async findCompany(code: string): Promise<void> {
    await this.chooseCompany();
    await this.form.field("lbl_event_company_code").fill(code);
    await this.page.getByRole("button", { name: this.say("lbl_search_company") }).click();
  }

  async payByCompany(code: string, name: string): Promise<void> {
    await this.findCompany(code);
    const company = this.page.getByRole("button", { name });
    await company.click();
    await expect(company).toHaveAttribute("aria-pressed", "true");
  }

  number(): Locator {
    return this.page.locator(".numbers bdi");
  }
}
