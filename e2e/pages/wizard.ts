// The frame around every step: which step it is, Previous and Next, the bill.
import { expect, type Locator, type Page } from "@playwright/test";
import { onPhone } from "../browser.ts";
import type { Say } from "../labels.ts";

export type Step = "search" | "rooms" | "addons" | "pointsRedemption" | "information" | "payment" | "confirmation";

const PATH: Record<Step, string> = {
  search: "search",
  rooms: "select-rooms",
  addons: "select-addons",
  pointsRedemption: "points-redemption",
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
    await expect(this.page).toHaveURL(new RegExp(`#/booking/${PATH[step]}`));
    const form = this.page.getByRole("form", { name: this.say("lbl_search_form") });
    await expect(step === "search" ? form : this.page.locator(`main[data-step="${step}"]`)).toBeVisible();
  }

  /** From a chosen room to the guest's details; what can be added on the way is not, for any room. */
  async toInformation(): Promise<void> {
    const addons = this.page.locator('main[data-step="addons"]');
    await expect(addons.or(this.page.locator('main[data-step="information"]'))).toBeVisible();
    if ((await addons.count()) > 0) {
      await expect(addons.locator("h1")).toBeVisible();
      // the cards move the button when they come
      await expect(addons.locator(".addons-loading")).toHaveCount(0);
      const tabs = addons.getByRole("tab");
      const list = addons.locator(".tab-list select");
      const rooms = (await tabs.count()) + (await list.locator("option").count());
      for (let room = 0; room < Math.max(rooms, 1); room++) {
        if ((await list.count()) > 0) await expect(list).toHaveValue(String(room));
        else if (rooms > 0) await expect(tabs.nth(room)).toHaveAttribute("aria-selected", "true");
        await this.next().click();
      }
    }
    await this.on("information");
  }

  /** Next: beside the step on a desk, in the bar at the foot on a phone. */
  next(name: string | RegExp = new RegExp(`^${this.say("lbl_next")}$`)): Locator {
    return this.page.getByRole("button", { name }).filter({ visible: true }).first();
  }

  previous(): Locator {
    return this.page.getByRole("button", { name: this.say("lbl_previous"), exact: true });
  }

  /** Opens the menu where it is behind a button: on a phone. */
  async openMenu(): Promise<void> {
    if (onPhone(this.page)) await this.page.getByRole("button", { name: this.say("lbl_menu") }).click();
  }

  /** The bill; on a phone it has to be opened first. */
  async bill(): Promise<Locator> {
    if (onPhone(this.page)) await this.page.getByRole("button", { name: this.say("lbl_open_your_stay") }).click();
    return this.page.getByRole("region", { name: this.say("lbl_your_stay") }).filter({ visible: true }).first();
  }

  /** The bill's total as a number. */
  async total(): Promise<number> {
    return this.atSum(async (sum) => amount(await sum.innerText()));
  }

  /** Waits until this is the bill's total. */
  async hasTotal(expected: number): Promise<void> {
    await this.atSum((sum) => expect.poll(async () => amount(await sum.innerText())).toBe(expected));
  }

  private async atSum<T>(look: (sum: Locator) => Promise<T>): Promise<T> {
    const sum = (await this.bill()).locator(".sum strong");
    await expect(sum).toHaveText(/\p{Nd}/u);
    const seen = await look(sum);
    if (onPhone(this.page)) {
      await this.page.getByRole("dialog").getByRole("button", { name: this.say("lbl_close") }).click();
    }
    return seen;
  }
}

/** The number in an amount, whatever currency sign and digits stand around it. */
export function amount(text: string): number {
  const western = text.replace(/[٠-٩]/g, (digit) => String("٠١٢٣٤٥٦٧٨٩".indexOf(digit))).replace(/٫/g, ".");
  const found = western.replace(/[,٬’' \u00a0\u202f]/g, "").match(/\d+(\.\d+)?/);
  if (!found) throw new Error(`no amount in ${JSON.stringify(text)}`);
  return Number(found[0]);
}
