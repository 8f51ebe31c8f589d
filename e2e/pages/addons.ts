// The add-ons step: cards of what can be added to a room.
import type { Locator, Page } from "@playwright/test";
import { facts, type Say } from "../labels.ts";
import { amount } from "./wizard.ts";

export class AddonsStep {
  constructor(
    private readonly page: Page,
    private readonly say: Say,
  ) {}

  heading(): Locator {
    return this.page.getByRole("heading", { level: 1, name: this.say("lbl_addons_title") });
  }

  /** The card of an add-on, by its name. */
  card(name: string): Locator {
    return this.page.getByRole("article", { name, exact: true });
  }

  cards(): Locator {
    return this.page.locator("main").getByRole("article");
  }

  addButton(name: string): Locator {
    return this.page.getByRole("button", { name: facts(this.say, this.say("lbl_add_to_room"), name), exact: true });
  }

  removeButton(name: string): Locator {
    return this.page.getByRole("button", { name: facts(this.say, this.say("lbl_remove"), name), exact: true });
  }

  quantity(name: string): Locator {
    return this.card(name).getByRole("textbox");
  }

  /** Opens the days of a card, where there are several. */
  async showDays(name: string): Promise<void> {
    await this.card(name).locator("summary").click();
  }

  /** What the card says that it costs for the stay. */
  async price(name: string): Promise<number> {
    return amount(await this.card(name).locator(".cost b").innerText());
  }

  /** Adds it, and waits until the room has it. */
  async add(name: string): Promise<void> {
    await this.addButton(name).click();
    await this.removeButton(name).waitFor();
  }
}
