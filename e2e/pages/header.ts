// The menus of the header: in a row on a desk, in the drawer from the top on a phone.
import { expect, type Locator, type Page } from "@playwright/test";
import { onPhone } from "../browser.ts";
import type { Say } from "../labels.ts";

export class Header {
  constructor(
    private readonly page: Page,
    private readonly say: Say,
  ) {}

  private burger(): Locator {
    return this.page.getByRole("button", { name: this.say("lbl_menu"), exact: true });
  }

  /** Opens the drawer where there is one: a brand's header has its two menus in sight. */
  async unfold(): Promise<void> {
    if (onPhone(this.page) && !this.page.url().includes("#/brand")) await this.burger().click();
  }

  /** The button of a choice, `lbl_currency` or `lbl_language`; it says what is chosen. */
  choice(label: string): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^${this.say(label)}: `) }).filter({ visible: true });
  }

  /** The options that the open choice shows. */
  options(label: string): Locator {
    return this.page.getByRole("listbox", { name: this.say(label) }).filter({ visible: true }).getByRole("option");
  }

  /** The way in for members. */
  logIn(): Locator {
    return this.page.getByRole("link", { name: this.say("lbl_log_in"), exact: true }).filter({ visible: true });
  }

  /** Opens a choice, and the drawer before it. */
  async open(label: string): Promise<void> {
    await this.unfold();
    await this.choice(label).click();
    await expect(this.options(label).first()).toBeVisible();
  }

  /** Types into the search box of a choice and takes the first option with the keyboard. */
  async choose(label: string, typed: string): Promise<void> {
    await this.open(label);
    await this.page.getByRole("combobox", { name: this.say(label) }).fill(typed);
    await expect(this.options(label)).toHaveCount(1);
    await this.page.keyboard.press("Enter");
  }
}
