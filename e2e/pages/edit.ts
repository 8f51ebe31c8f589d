// Changing a booked stay: from the reservation into the wizard, and what it shows of the stay as booked.
import { expect, type Locator, type Page } from "@playwright/test";
import { onPhone } from "../browser.ts";
import type { Guest } from "../guest.ts";
import type { Hotel } from "../hotels.ts";
import type { Say, Values } from "../labels.ts";
import { ManageScreens } from "./manage.ts";

export class EditStay {
  readonly manage: ManageScreens;

  constructor(
    private readonly page: Page,
    private readonly say: Say,
    private readonly guest: Guest,
  ) {
    this.manage = new ManageScreens(page, say);
  }

  /** Looks the reservation up and begins to change its stay. */
  async begin(hotel: Hotel, number: string, lastName: string): Promise<void> {
    await this.manage.open(hotel);
    await this.manage.find(number, lastName);
    await this.edit();
  }

  /** From the reservation's details. */
  async edit(): Promise<void> {
    await this.button().click();
    await this.guest.wizard.on("rooms");
    await expect(this.info()).toBeVisible();
  }

  button(): Locator {
    return this.manage.part("lbl_stay_details").getByRole("button", { name: this.say("lbl_edit_details") });
  }

  info(): Locator {
    return this.page.getByRole("region", { name: this.say("lbl_stay_as_booked") });
  }

  cancel(): Locator {
    return this.page.getByRole("button", { name: this.say("lbl_cancel"), exact: true });
  }

  /** Other dates, by the stay above the rooms. */
  async dates(from: string, to: string): Promise<void> {
    const stay = this.page.getByRole("group", { name: this.say("lbl_dates_and_guests") });
    await stay.getByRole("button").filter({ visible: true }).first().click();
    const dialog = this.page.getByRole("dialog", { name: this.say("lbl_dates_and_guests") });
    for (const day of [from, to]) await dialog.locator(`[data-day="${day}"]`).click();
    await dialog.getByRole("button", { name: this.say("lbl_search"), exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(this.page).toHaveURL(new RegExp(`from=${from}&to=${to}`));
  }

  /** A room at a rate, then to payment: the guest is known, only the terms are agreed to anew. */
  async toPayment(room: string, rate: string): Promise<void> {
    await this.guest.rooms.unfold(room);
    await this.guest.rooms.book(room, rate);
    await this.guest.wizard.toInformation();
    await this.guest.details.agree();
    await this.guest.wizard.next(this.say("lbl_continue_to_payment")).click();
    await this.guest.wizard.on("payment");
  }

  confirm(): Locator {
    return this.page
      .getByRole("button", { name: this.say("lbl_confirm_change") })
      .filter({ visible: true })
      .first();
  }

  /** After the change, back at the reservation. */
  async view(): Promise<void> {
    await this.guest.wizard.on("confirmation");
    await this.page.getByRole("button", { name: this.say("lbl_view_reservation") }).click();
    await expect(this.page).toHaveURL(/#\/search-reservation-result/);
    await expect(this.manage.heading("lbl_your_reservation")).toBeVisible();
  }

  /** A line of what the change comes to, by its words: on the bill, which a phone opens. */
  async line(key: string, values: Values = {}): Promise<string> {
    const bill = await this.guest.wizard.bill();
    const text = await bill
      .locator(".change-lines div", { hasText: this.say(key, values) })
      .locator("dd")
      .innerText();
    if (onPhone(this.page)) {
      await this.page
        .getByRole("dialog")
        .getByRole("button", { name: this.say("lbl_close") })
        .click();
    }
    return text;
  }
}
