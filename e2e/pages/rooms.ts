// The rooms step: the offers, and the reasons where there are none.
import type { Locator, Page } from "@playwright/test";
import type { Say } from "../labels.ts";

export class RoomsStep {
  constructor(
    private readonly page: Page,
    private readonly say: Say,
  ) {}

  /** The card of a room type, by its name. */
  room(name: string): Locator {
    return this.page.getByRole("article", { name, exact: true });
  }

  bookButton(room: string, rate: string): Locator {
    return this.page.getByRole("button", { name: `${this.say("lbl_book")}, ${room}, ${rate}`, exact: true });
  }

  removeButton(): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^${this.say("lbl_remove")}`) });
  }

  /** The first of all Book buttons, whatever room and rate it is for. */
  anyBookButton(): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^${this.say("lbl_book")}, `) }).first();
  }

  async book(room: string, rate: string): Promise<void> {
    await this.bookButton(room, rate).click();
  }

  /** Where nothing is found: the buttons that take a nearest stay. */
  nearest(): Locator {
    return this.page.getByRole("button", { name: this.say("lbl_take_this_stay") });
  }
}
