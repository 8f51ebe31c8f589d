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

  async fill(person: Person): Promise<void> {
    await this.field("lbl_first_name").fill(person.first_name);
    await this.field("lbl_last_name").fill(person.last_name);
    await this.field("lbl_email").fill(person.email);
    await this.fillIfShown("tel-national", person.phone);
    await this.fillIfShown("address-line1", person.street);
    await this.fillIfShown("address-level2", person.city);
    await this.fillIfShown("postal-code", person.zip_code);
    if (person.state) await this.chooseState(person.state);
  }

  private async fillIfShown(token: string, value: string): Promise<void> {
    const input = this.auto(token);
    if (await input.isVisible()) await input.fill(value);
  }

  /** What the first level below the country is called depends on the country. */
  private async chooseState(name: RegExp): Promise<void> {
    const words = ["state", "emirate", "county", "province"].map((kind) => escape(this.say(`lbl_state_${kind}`)));
    const state = this.page.getByRole("button", { name: new RegExp(`^(${words.join("|")})`) }).and(this.page.locator("#guest-state"));
    if (!(await state.isVisible())) return;
    await state.click();
    await this.page.getByRole("option", { name }).first().click();
  }

  async agree(): Promise<void> {
    const box = this.page.getByRole("checkbox");
    await box.check();
    await expect(box).toBeChecked();
  }
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
