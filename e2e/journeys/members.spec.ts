// Members of a hotel's programme: they log in at a real provider of OpenID Connect and come back to where they were.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { test as base, expect } from "../fixtures.ts";
import { HARB, STAY } from "../hotels.ts";
import { type IdentityProvider, identityProvider, MAYA } from "../identity-provider.ts";
import { importHotel, ROOT } from "../server.ts";

interface PerTest {
  /** Where members of Harbour House log in. */
  provider: IdentityProvider;
}

const test = base.extend<PerTest>({
  // The provider's own pages ask the internet for a typeface.
  expectedErrors: [/ERR_|fonts\.googleapis|status of (400|404)/],
  provider: async ({ server }, use) => {
    const provider = await identityProvider(server.url);
    const folder = dirname(server.database);
    const hotel = join(folder, "harbour-house");
    cpSync(join(ROOT, "demo/harbour-house"), hotel, { recursive: true });
    writeFileSync(
      join(hotel, "members.toml"),
      `program = "QUAY_CLUB"
[openid]
issuer = "${provider.issuer}"
client_id = "${provider.client_id}"
profile_url = "${provider.issuer}/profile"
`,
    );
    mkdirSync(join(folder, "var"), { recursive: true });
    writeFileSync(join(folder, "var", `openid-${HARB.code}.secret`), `${provider.client_secret}\n`);
    importHotel(hotel, server.database);
    // the server follows an import within a second; until then the hotel's own list is asked
    const logIn = `${server.url}/v4/website/users/log-in?property_id=${HARB.id}`;
    await expect.poll(async () => (await fetch(logIn, { redirect: "manual" })).status).toBe(303);
    await use(provider);
    await provider.stop();
  },
});

/** At the provider's own pages: says who, and agrees that the hotel may know it. */
async function atTheProvider(page: Page, provider: IdentityProvider): Promise<void> {
  await page.waitForURL(`${provider.issuer}/**`);
  await page.locator("input[name=login]").fill(MAYA.sub);
  await page.locator("input[name=password]").fill("any");
  await page.locator("button[type=submit]").click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("a member logs in at the provider and out again, and stays where they were [HEAD-07, HEAD-08, HEAD-10, HEAD-11, ROLE-01]", async ({
  page,
  guest,
  say,
  provider,
}) => {
  await guest.toRooms(HARB, STAY);
  const before = page.url();
  await guest.header.unfold();
  await guest.header.logIn().click();
  await atTheProvider(page, provider);
  await guest.wizard.on("rooms");
  expect(page.url()).toBe(before);
  // who somebody is stands in no address and no script can read it
  expect(page.url()).not.toContain(MAYA.account_number);
  expect(await page.evaluate(() => document.cookie)).not.toContain("portico_member");

  await guest.header.unfold();
  await expect(guest.header.logIn()).toHaveCount(0);
  await guest.header.choice("lbl_account").click();
  await expect(guest.header.choice("lbl_account")).toContainText(MAYA.name);
  const profile = page.getByRole("link", { name: say("lbl_manage_profile") }).filter({ visible: true });
  await expect(profile).toHaveAttribute("href", `${provider.issuer}/profile`);

  await page.getByRole("link", { name: say("lbl_log_out") }).filter({ visible: true }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await guest.wizard.on("rooms");
  expect(page.url()).toBe(before);
  await guest.header.unfold();
  await expect(guest.header.logIn()).toBeVisible();
});

test("the guest form is filled in from the profile, locked, and emptied again [GUEST-04, GUEST-05, GUEST-06, GUEST-08] @desk", async ({
  page,
  guest,
  say,
  provider,
}) => {
  await guest.toRooms(HARB, STAY);
  await guest.rooms.anyBookButton().click();
  await guest.wizard.toInformation();
  const tick = page.getByRole("checkbox", { name: say("lbl_fill_from_profile") });
  await expect(page.locator("#guest-first_name")).toBeVisible();
  await expect(tick).toHaveCount(0);

  await guest.header.unfold();
  await guest.header.logIn().click();
  await atTheProvider(page, provider);
  // the room that was chosen before is still held
  await guest.wizard.on("information");
  await tick.check();
  const first = page.locator("#guest-first_name");
  await expect(first).toHaveValue(MAYA.given_name);
  await expect(first).not.toBeEditable();
  await expect(page.locator("#guest-email")).toHaveValue(MAYA.email);
  await expect(page.locator("#guest-city")).toHaveValue(MAYA.address.locality);
  await expect(page.locator("#guest-remarks")).toBeEditable();

  await tick.uncheck();
  await expect(first).toHaveValue("");
  await expect(first).toBeEditable();

  await tick.check();
  await guest.details.agree();
  // signed out in another tab: told before it is paid, with the way back in
  await page.context().clearCookies({ name: /^portico_member/ });
  const next = guest.wizard.next(say("lbl_continue_to_payment"));
  await next.click();
  const told = page.getByRole("alert").filter({ hasText: say("lbl_member_left") });
  await expect(told).toBeInViewport();
  await told.getByRole("link", { name: say("lbl_log_in") }).click();
  await guest.wizard.on("information");
  await expect(told).toHaveCount(0);
  await next.click();
  await guest.wizard.on("payment");
});

test("an answer that belongs to another sign-in signs nobody in @desk", async ({
  page,
  guest,
  say,
  server,
  provider,
}) => {
  // somebody else's answer, brought to a guest who never asked for it
  const strange = `${server.url}/v4/website/users/signed-in?code=x&state=y`;
  expect((await page.goto(strange))?.status()).toBe(404);

  await guest.open(HARB);
  await guest.header.unfold();
  const asked = page.waitForRequest((request) => request.url().startsWith(`${provider.issuer}/auth`));
  await guest.header.logIn().click();
  const sent = new URL((await asked).url()).searchParams;
  expect(sent.get("code_challenge_method")).toBe("S256");
  expect(sent.get("response_type")).toBe("code");
  for (const name of ["state", "nonce", "code_challenge"]) expect(sent.get(name)?.length).toBeGreaterThanOrEqual(32);
  const refused = async (state: string | null, status: number) => {
    const answer = await page.goto(`${server.url}/v4/website/users/signed-in?code=x&state=${state}`);
    expect(answer?.status()).toBe(status);
    await expect(page.getByRole("heading", { name: say("lbl_sign_in_failed") })).toBeVisible();
  };
  // with a sign-in under way: a foreign state; then the right one with a code that the provider never gave
  await refused("y", 400);
  await page.getByRole("link", { name: say("lbl_sign_in_back") }).click();
  await guest.wizard.on("search");
  await guest.header.unfold();
  const again = page.waitForRequest((request) => request.url().startsWith(`${provider.issuer}/auth`));
  await guest.header.logIn().click();
  await refused(new URL((await again).url()).searchParams.get("state"), 400);
  expect((await page.context().cookies()).some((cookie) => cookie.name.startsWith("portico_member"))).toBe(false);
});
