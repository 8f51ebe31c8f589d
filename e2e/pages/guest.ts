// Guest information.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Say } from "../labels.ts";
import type { Person } from "../people.ts";

export class GuestStep {
  constructor(
    private readonly page: Page,
    private readonly say: Say,
  ) {}

  /** The input of a field; its label may go on with "optional". */
  field(key: string): Locator {
    return this.page.getByRole("textbox", { name: new RegExp(`^${escape(this.say(key))}`) });
  }

  /** By what browsers fill in, so that it is the same in every country and language. */
  auto(token: string): Locator {
    return this.page.locator(`[autocomplete~="${token}"]`).filter({ visible: true }).first();
  }

  /** Every line that the person has; each is waited for, since a country's form comes with its rules. */
  async fill(person: Person): Promise<void> {
    await this.field("lbl_first_name").fill(person.first_name);
    await this.field("lbl_last_name").fill(person.last_name);
    await this.field("lbl_email").fill(person.email);
    await this.auto("tel-national").fill(person.phone);
    await this.auto("address-line1").fill(person.street);
    if (person.city) await this.auto("address-level2").fill(person.city);
    if (person.zip_code) await this.auto("postal-code").fill(person.zip_code);
    if (person.state) await this.chooseState(person.state);
  }

  /** From the list of states, which comes with the rules of the country. */
  private async chooseState(name: RegExp): Promise<void> {
    await this.page.locator("button#guest-state").click();
    await this.page.getByRole("option", { name }).first().click();
  }

  /** The last one: rides stand above it, and a member's own details. */
  agreeBox(): Locator {
    return this.page.getByRole("checkbox").last();
  }

  async agree(): Promise<void> {
    const box = this.agreeBox();
    await box.check();
    await expect(box).toBeChecked();
  }
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
