// The search step: dates with the price calendar, rooms and guests.
import { expect, type Locator, type Page } from "@playwright/test";
import { onPhone } from "../browser.ts";
import type { Say } from "../labels.ts";

export class SearchStep {
  constructor(
    private readonly page: Page,
    private readonly say: Say,
  ) {}

  form(): Locator {
    return this.page.getByRole("form", { name: this.say("lbl_search_form") });
  }

  search(): Locator {
    return this.form().getByRole("button", { name: this.say("lbl_search"), exact: true });
  }

  checkIn(): Locator {
    return this.form().getByRole("button", { name: new RegExp(`^${this.say("lbl_check_in")}`) });
  }

  /** Opens the calendar on the arrival; on a phone it covers the screen. */
  async openDates(): Promise<void> {
    await this.checkIn().click();
    await this.page.getByRole("grid").first().waitFor();
  }

  /** A day of the open calendar. */
  day(date: string): Locator {
    return this.page.locator(`[data-day="${date}"]`);
  }

  /** Turns the calendar until the day is on the screen; each turn is waited for. */
  async show(date: string): Promise<Locator> {
    const last = () => this.page.locator("[data-day]").last().getAttribute("data-day");
    for (let shown = await last(); shown && shown < date; shown = await last()) {
      await this.page.getByRole("button", { name: this.say("lbl_later") }).click();
      await expect.poll(last).not.toBe(shown);
    }
    return this.day(date);
  }

  async choose(from: string, to: string): Promise<void> {
    await this.openDates();
    await (await this.show(from)).click();
    await (await this.show(to)).click();
    await this.closeDates();
  }

  /** On a phone the calendar has to be left by its own button. */
  async closeDates(): Promise<void> {
    if (!onPhone(this.page)) return;
    await this.page.getByRole("dialog").getByRole("button", { name: new RegExp(`^${this.say("lbl_done")}`) }).click();
  }

  async openGuests(): Promise<void> {
    await this.form().getByRole("button", { name: new RegExp(`^${this.say("lbl_rooms_and_guests")}`) }).click();
  }

  /** Presses a stepper's button some times; negative for fewer. */
  async count(what: string, by: number): Promise<void> {
    const label = this.say(by < 0 ? "lbl_fewer" : "lbl_more", { what });
    for (let step = 0; step < Math.abs(by); step++) {
      await this.page.getByRole("button", { name: label, exact: true }).click();
    }
  }

  async closeGuests(): Promise<void> {
    await this.page.getByRole("button", { name: this.say("lbl_done"), exact: true }).click();
  }
}
