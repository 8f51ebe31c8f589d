// The screens of managing a booking.
import { expect, type Locator, type Page } from "@playwright/test";
import { address, type Hotel } from "../hotels.ts";
import type { Say, Values } from "../labels.ts";

export class ManageScreens {
  constructor(
    private readonly page: Page,
    private readonly say: Say,
  ) {}

  async open(hotel: Hotel, screen = "search-reservation"): Promise<void> {
    await this.page.goto(address(hotel, screen));
    await expect(this.heading("lbl_find_reservation")).toBeVisible();
  }

  heading(key: string): Locator {
    return this.page.getByRole("heading", { level: 1, name: this.say(key) });
  }

  number(): Locator {
    return this.page.getByRole("textbox", { name: this.say("lbl_confirmation_number") });
  }

  lastName(): Locator {
    return this.page.getByRole("textbox", { name: this.say("lbl_last_name") });
  }

  button(key: string): Locator {
    return this.page.getByRole("button", { name: this.say(key) }).filter({ visible: true });
  }

  async find(number: string, lastName: string): Promise<void> {
    await this.number().fill(number);
    await this.lastName().fill(lastName);
    await this.button("lbl_search").click();
  }

  /** What a line of the stay says that pays it. */
  paid(key: string, values: Values = {}): Locator {
    const words = this.page.getByText(this.say(key, values), { exact: true });
    return this.part("lbl_stay_details").locator(".paid").filter({ has: words }).locator("bdi");
  }

  /** A part of the reservation by its heading. */
  part(key: string): Locator {
    return this.page.getByRole("region", { name: this.say(key) });
  }
}
