// The payment step and the card frame in it, which belongs to another origin.
import type { FrameLocator, Locator, Page } from "@playwright/test";
import type { Say } from "../labels.ts";

export interface Card {
  number: string;
  expiry: string;
  cvc: string;
}

export class PaymentStep {
  constructor(
    private readonly page: Page,
    private readonly say: Say,
  ) {}

  frame(): FrameLocator {
    return this.page.frameLocator(`iframe[title="${this.say("lbl_card_frame")}"]`);
  }

  async enter(card: Card, holder: string): Promise<void> {
    const frame = this.frame();
    await frame.locator('[autocomplete~="cc-number"]').fill(card.number);
    await frame.locator('[autocomplete~="cc-exp"]').fill(card.expiry);
    await frame.locator('[autocomplete~="cc-csc"]').fill(card.cvc);
    await frame.locator('[autocomplete~="cc-name"]').fill(holder);
  }

  /** The way to guarantee the stay, by its name. */
  guarantee(name: string | RegExp): Locator {
    return this.page.getByRole("radio", { name });
  }

  /** The button that binds: its words depend on the hotel's country and on whether money is due. */
  order(): Locator {
    const words = ["lbl_order_book_and_pay", "lbl_order_obligation", "lbl_order_change_and_pay", "lbl_order_book"].map((key) => this.say(key));
    return this.page
      .getByRole("button", { name: new RegExp(`^(${words.join("|")})`) })
      .filter({ visible: true })
      .first();
  }
}
