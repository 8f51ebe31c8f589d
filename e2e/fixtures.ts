// `test` of the journeys: words in the guest's language, the guest at the page, and no error in the
// console that the journey does not expect.
import { expect, test as base } from "./server-fixture.ts";
import { Guest } from "./guest.ts";
import { type Language, labels, type Say } from "./labels.ts";

interface PerTest {
  /** Words on the screen; `test.use({ language: "ar" })` changes them. */
  language: Language;
  say: Say;
  /** The guest at the page. */
  guest: Guest;
  /** Errors of the page that this journey provokes on purpose. */
  expectedErrors: RegExp[];
  quiet: undefined;
}

const path = (of: { url(): string }) => new URL(of.url()).pathname;

export const test = base.extend<PerTest>({
  language: ["en", { option: true }],
  say: async ({ language }, use) => use(labels(language)),
  guest: async ({ page, context, say, language, baseURL }, use) => {
    // The cookie that remembers a language (I18N-01), as if the guest had chosen it before.
    if (language === "ar") await context.addCookies([{ name: "hk_language", value: "ar_AE", url: baseURL ?? "" }]);
    await use(new Guest(page, say));
  },
  expectedErrors: [[], { option: true }],
  quiet: [
    async ({ page, expectedErrors }, use, info) => {
      const errors: string[] = [];
      const calls: string[] = [];
      page.on("response", (answer) => calls.push(`${answer.status()} ${path(answer)}`));
      page.on("requestfailed", (call) => calls.push(`${call.failure()?.errorText} ${path(call)}`));
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      await use(undefined);
      // What the page asks for at the end is not waited for: a journey that changes answers has seen those that it is about.
      await page.unrouteAll({ behavior: "ignoreErrors" });
      if (info.status !== info.expectedStatus) {
        const alerts = await page.getByRole("alert").allTextContents();
        const body = ["Told:", ...alerts, "Last calls:", ...calls.slice(-12), "Console:", ...errors].join("\n");
        // whole: of an attachment the list of failures shows the first lines
        console.log(`What the page said\n${body}`);
      }
      expect(errors.filter((text) => !expectedErrors.some((known) => known.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
