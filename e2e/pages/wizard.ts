// The frame around every step: which step it is, Previous and Next, the bill.
import { expect, type Locator, type Page } from "@playwright/test";
import type { Say } from "../labels.ts";

export type Step = "search" | "rooms" | "information" | "payment" | "confirmation";

const PATH: Record<Step, string> = {
  search: "search",
  rooms: "select-rooms",
  information: "guest-information",
  payment: "payments",
  confirmation: "confirmation",
};

export class Wizard {
  constructor(
    readonly page: Page,
    readonly say: Say,
  ) {}

  /** Waits until the step is the one in the address and on the screen. */
  async on(step: Step): Promise<void> {
    await expect(this.loader()).toHaveCount(0);
    await expect(this.page).toHaveURL(new RegExp(`#/booking/${PATH[step]}`));
    const form = this.page.getByRole("form", { name: this.say("lbl_search_form") });
    await expect(step === "search" ? form : this.page.locator(`main[data-step="${step}"]`)).toBeVisible();
  }

  loader(): Locator {
    return this.page.locator("#loader");
  }

  /** Next: beside the step on a desk, in the bar at the foot on a phone. */
  next(name: string | RegExp = this.say("lbl_next")): Locator {
    return this.page.getByRole("button", { name }).filter({ visible: true }).first();
  }

  previous(): Locator {
    return this.page.getByRole("button", { name: this.say("lbl_previous") });
  }

  /** The bill; on a phone it has to be opened first. */
  async bill(): Promise<Locator> {
    const bar = this.page.getByRole("button", { name: this.say("lbl_open_your_stay") });
    if (await bar.isVisible()) await bar.click();
    return this.page.getByRole("region", { name: this.say("lbl_your_stay") }).filter({ visible: true }).first();
  }

  /** The bill's total as a number. */
  async total(): Promise<number> {
    const text = await (await this.bill()).locator(".sum strong").innerText();
    const close = this.page.getByRole("dialog").getByRole("button", { name: this.say("lbl_close") });
    if (await close.isVisible()) await close.click();
    return amount(text);
  }
}

/** The number in an amount, whatever currency sign and digits stand around it. */
export function amount(text: string): number {
  const western = text.replace(/[٠-٩]/g, (digit) => String("٠١٢٣٤٥٦٧٨٩".indexOf(digit))).replace(/٫/g, ".");
  const found = western.replace(/[,٬’' \u00a0\u202f]/g, "").match(/\d+(\.\d+)?/);
  if (!found) throw new Error(`no amount in ${JSON.stringify(text)}`);
  return Number(found[0]);
}
