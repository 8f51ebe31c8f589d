// The confirmation.
import type { Locator, Page } from "@playwright/test";
import type { Say } from "../labels.ts";

/** A confirmation number: letters and digits only. */
export const NUMBER = /\b[0-9A-Z]{8,16}\b/;

export class Confirmation {
  constructor(
    private readonly page: Page,
    private readonly say: Say,
  ) {}

  heading(): Locator {
    return this.page.getByRole("heading", { level: 1 });
  }

  /** All confirmation numbers on the screen. */
  async numbers(): Promise<string[]> {
    const copies = this.page.getByRole("button", { name: this.say("lbl_copy_number").replace("{number}", "").trim() });
    await copies.first().waitFor();
    const names = await copies.evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label") ?? ""));
    return names.map((name) => name.match(NUMBER)?.[0] ?? "");
  }

  /** What a line of a room's money says, by its words. */
  due(words: string): Locator {
    return this.page.locator(".paid > div", { has: this.page.getByText(words, { exact: true }) }).locator("dd");
  }

  letter(): Locator {
    return this.page.getByRole("link", { name: this.say("lbl_confirmation_letter") });
  }

  calendarFile(): Locator {
    return this.page.getByRole("link", { name: this.say("lbl_add_to_calendar") });
  }

  another(): Locator {
    return this.page.getByText(this.say("lbl_book_another"));
  }
}
