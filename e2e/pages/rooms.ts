// The rooms step: the offers, and the reasons where there are none.
import { expect, type Locator, type Page } from "@playwright/test";
import { facts as joined, type Say } from "../labels.ts";

export class RoomsStep {
  constructor(
    private readonly page: Page,
    private readonly say: Say,
  ) {}

  /** Facts side by side, with the comma of the guest's language. */
  facts(...facts: string[]): string {
    return joined(this.say, ...facts);
  }

  /** The card of a room type, by its name. */
  room(name: string): Locator {
    return this.page.getByRole("article", { name, exact: true });
  }

  bookButton(room: string, rate: string): Locator {
    return this.page.getByRole("button", { name: this.facts(this.say("lbl_book"), room, rate), exact: true });
  }

  /** The name of a rate with a package. */
  withPackage(name: string, rate: string): string {
    return this.say("lbl_package_rate", { package: name, rate });
  }

  /** Opens the doors of a room. */
  async chooseDoor(room: string, rate: string): Promise<Locator> {
    const name = this.facts(this.say("lbl_book_room_unit"), room, rate);
    await this.unfold(room);
    await this.page.getByRole("button", { name, exact: true }).click();
    return this.page.getByRole("dialog", { name: this.say("lbl_choose_room_unit", { room }) });
  }

  removeButton(): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^${this.say("lbl_remove")}`) });
  }

  /** The first of all Book buttons, whatever room and rate it is for. */
  anyBookButton(): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^${this.facts(this.say("lbl_book"), "")}`) }).first();
  }

  async book(room: string, rate: string): Promise<void> {
    await this.bookButton(room, rate).click();
  }

  /** What opens the rates of a room where they are folded: in tiles all of them, in a list those beyond the first few. */
  folded(room: string): Locator {
    return this.room(room).locator('button[aria-expanded="false"][aria-controls]');
  }

  async unfold(room: string): Promise<void> {
    const card = this.room(room);
    const folded = this.folded(room);
    await expect(folded.or(card.getByRole("group").first()).first()).toBeVisible();
    for (const button of await folded.all()) await button.click();
  }

  showFilters(): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^${this.say("lbl_show_filters")}`) });
  }

  /** Turns to another of the searched rooms: by its tab on a desk, by the list on a phone (ROOMS-03). */
  async turnTo(number: number): Promise<void> {
    const list = this.page.getByRole("combobox", { name: this.say("lbl_which_room") });
    if (await list.isVisible()) await list.selectOption({ index: number - 1 });
    else await this.page.getByRole("tab").nth(number - 1).click();
  }

  /** The heading that says which of the searched rooms is being chosen. */
  choosing(number: number): Locator {
    return this.page.getByRole("heading", { level: 1, name: this.say("lbl_choose_room_number", { number }) });
  }

  /** Where nothing is found: the buttons that take a nearest stay. */
  nearest(): Locator {
    return this.page.getByRole("button", { name: this.say("lbl_take_this_stay") });
  }
}
