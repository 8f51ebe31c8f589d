/** The vault's own pages, as they stand in a frame of this one. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { screen, waitFor } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const FRAME = join(import.meta.dirname, "../../../crates/vault/frame");
/** What stands here is run as it is, not built as this page's code is. */
const PACKAGES = join(import.meta.dirname, "../../node_modules");
const brand = {
  brand: "VISA",
  name: "Visa",
  prefixes: [["", ""]],
  lengths: [16],
  groups: [4, 4, 4, 4],
  cvc: [3],
};

/** The pages with what the vault makes for them; a folder of its own for each test, since a script runs once. */
let folder: string;
let told: unknown[] = [];
const leaves = vi.fn<(to: URL | string) => void>();

beforeEach(() => {
  told = [];
  leaves.mockReset();
  folder = mkdtempSync(join(PACKAGES, ".vault-pages-"));
  cpSync(FRAME, folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "brands.js"), `export const BRANDS = ${JSON.stringify([brand])};`);
  vi.stubGlobal("parent", { postMessage: (message: unknown) => told.push(message) });
  vi.spyOn(window.location, "assign").mockImplementation(leaves);
  vi.spyOn(window.location, "replace").mockImplementation(leaves);
  Object.assign(document, { fonts: { ready: Promise.resolve() } });
});
afterEach(() => {
  // a page that waits for its room waits in this window, which the next test has too
  window.dispatchEvent(new Event("resize"));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
  window.history.replaceState(null, "", "/");
  document.body.innerHTML = "";
});

/** A page of the vault at an address, with its script run. */
async function open(name: string, address: string): Promise<void> {
  window.history.replaceState(null, "", address);
  const page = readFileSync(join(folder, `${name}.html`), "utf8");
  const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(page)?.[1] ?? "";
  document.body.innerHTML = body
    .replace("{{form}}", readFileSync(join(folder, "form.html"), "utf8"))
    .replace(/\{\{(\w+)\}\}/g, "$1");
  document.documentElement.dataset.pageOrigin = "https://hotel.example";
  document.documentElement.dataset.month = "2026-11";
  document.documentElement.dataset.state = "open";
  await import(/* @vite-ignore */ join(folder, `${name}.js`));
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });

async function typeCard() {
  await open("pay", "/pay/1.2?embedded=true");
  await userEvent.type(screen.getByLabelText("Card number"), "4242424242424242");
  await userEvent.type(screen.getByLabelText("Expires"), "1229");
  await userEvent.type(screen.getByLabelText(/^Security code/), "123");
  await userEvent.type(screen.getByLabelText("Name on the card"), "S");
}

/** A whole card is sent; the bank asks its guest about it. */
async function pay() {
  const sent = vi.fn(async () => ({
    ok: true,
    json: async () => ({ status: "CHALLENGE", url: "/challenge?key=1" }),
  }));
  vi.stubGlobal("fetch", sent);
  await typeCard();
  await userEvent.click(button(/^Pay/));
  await waitFor(() => expect(leaves).toHaveBeenCalledOnce());
  return sent;
}

test("the page to pay on says that it goes to the bank's", async () => {
  await pay();
  expect(told.at(-1)).toEqual({ id: "leaving" });
  expect(String(leaves.mock.lastCall?.[0])).toMatch(/\/challenge\?key=1&lang=.*#\/pay\/1\.2\?embedded=true$/);
});

test("Pay leads to the bank's page again where that did not come; another card is sent", async () => {
  const sent = await pay();
  const again = async () => {
    await waitFor(() => expect(button(/^Pay/).getAttribute("aria-busy")).toBe("false"));
    await userEvent.click(button(/^Pay/));
  };
  await again();
  expect(sent).toHaveBeenCalledOnce();
  expect(leaves).toHaveBeenCalledTimes(2);
  expect(String(leaves.mock.calls[1]?.[0])).toBe(String(leaves.mock.calls[0]?.[0]));
  await userEvent.type(screen.getByLabelText("Name on the card"), "x");
  await again();
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
});

test("who comes back from the bank to the page as they left it sees what became of the payment", async () => {
  await pay();
  const reload = vi.spyOn(window.location, "reload").mockReturnValue();
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
  expect(reload).not.toHaveBeenCalled();
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(reload).toHaveBeenCalled();
});

test("the browser does not keep the card for who comes back from the bank", async () => {
  await pay();
  const kept = [...document.querySelectorAll("input")].filter(({ autocomplete }) => autocomplete !== "off");
  expect(kept).toEqual([]);
});

test("a card that is refused can be sent again at once", async () => {
  vi.stubGlobal("fetch", async () => ({ ok: false, json: async () => ({ code: "CARD_DECLINED" }) }));
  await typeCard();
  await userEvent.click(button(/^Pay/));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/^The card was declined/));
  await waitFor(() => expect(button(/^Pay/).getAttribute("aria-disabled")).toBe("false"));
});

test.each([
  ["LINK_USED_UP", /^This payment link takes no more cards/],
  ["LINK_OVER", /^This payment link is no longer open/],
  ["LINK_ELSEWHERE", /under way in another window/],
])("a link that answers %s types no card any more, and says why", async (code, words) => {
  vi.stubGlobal("fetch", async () => ({ ok: false, json: async () => ({ code, message: "In English." }) }));
  await typeCard();
  await userEvent.click(button(/^Pay/));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(words));
  expect(screen.queryByRole("button", { name: /^Pay/ })).toBeNull();
  expect(document.querySelector<HTMLElement>("#card")?.hidden).toBe(true);
});

test("what has no words of its own is said in the guest's language too", async () => {
  vi.stubGlobal("fetch", async () => ({
    ok: false,
    json: async () => ({ code: "MALFORMED", message: "In English." }),
  }));
  await typeCard();
  await userEvent.click(button(/^Pay/));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/could not be sent/));
});

test.each([
  ["is refused", async () => ({ ok: false, json: async () => ({ code: "CARD_DECLINED" }) })],
  ["is not answered", () => Promise.reject(new TypeError("lost"))],
])(
  "a card that %s leaves Pay in sight, below the words about it, when the frame has made room too",
  async (_, answer) => {
    const seen = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
      shown.push(this.id);
    });
    const shown: string[] = [];
    vi.stubGlobal("fetch", answer);
    await typeCard();
    await userEvent.click(button(/^Pay/));
    await waitFor(() => expect(shown).toEqual(["notice", "pay"]));
    expect(seen).toHaveBeenCalledWith({ block: "nearest" });
    window.dispatchEvent(new Event("resize"));
    expect(shown).toEqual(["notice", "pay", "notice", "pay"]);
    window.dispatchEvent(new Event("resize"));
    expect(shown, "later it is the guest's").toHaveLength(4);
    expect(document.activeElement).toBe(button(/^Pay/));
  },
);

test("a card that is not whole leaves the first wrong field in sight, which has the focus", async () => {
  const shown: string[] = [];
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    shown.push(this.id);
  });
  await open("pay", "/pay/1.2?embedded=true");
  await userEvent.click(button(/^Pay/));
  await waitFor(() => expect(shown).toEqual(["notice", "number"]));
});

test("the bank's page says that it goes back to the one to pay on", async () => {
  vi.stubGlobal("fetch", async () => ({ ok: true }));
  await open("challenge", "/challenge?key=1#/pay/1.2?embedded=true");
  await userEvent.click(button("confirm"));
  await waitFor(() => expect(leaves).toHaveBeenCalledExactlyOnceWith("/pay/1.2?embedded=true"));
  expect(told.at(-1)).toEqual({ id: "leaving" });
});

test("whose bank was asked about another window's card meanwhile reads so, and types no card", async () => {
  vi.stubGlobal("fetch", async () => ({ ok: false, status: 404 }));
  await open("challenge", "/challenge?key=1#/pay/1.2?embedded=true");
  await userEvent.click(button("confirm"));
  await waitFor(() => expect(leaves).toHaveBeenCalledOnce());
  await open("pay", String(leaves.mock.lastCall?.[0]));
  expect(screen.getByRole("alert").textContent).toMatch(/under way in another window/);
  expect(told).toContainEqual({ id: "elsewhere" });
  expect(screen.queryByRole("button")).toBeNull();
  expect(document.querySelector("form")?.hidden).toBe(true);
  // whoever loads it again may pay here after all
  expect(window.location.href).toMatch(/\/pay\/1\.2\?embedded=true$/);
});

test("the bank is not waited for without end", async () => {
  const sent = vi.fn<(path: string, init: { signal?: AbortSignal }) => Promise<object>>();
  const limits = vi.spyOn(AbortSignal, "timeout");
  sent.mockResolvedValue({ ok: true });
  vi.stubGlobal("fetch", sent);
  await open("challenge", "/challenge?key=1");
  await userEvent.click(button("confirm"));
  expect(limits).toHaveBeenCalledExactlyOnceWith(25_000);
  expect(sent.mock.lastCall?.[1].signal).toBe(limits.mock.results[0]?.value);
});

test("an answer to the bank that was lost is sent again as it was: the other one would not be heard", async () => {
  const sent = vi.fn<(path: string, init: { body: string }) => Promise<object>>();
  sent.mockRejectedValueOnce(new TypeError("lost")).mockResolvedValue({ ok: false, status: 404 });
  vi.stubGlobal("fetch", sent);
  await open("challenge", "/challenge?key=1");
  await userEvent.click(button("confirm"));
  await waitFor(() => expect(button("confirm").getAttribute("aria-disabled")).toBe("false"));
  expect(screen.getByRole("alert").textContent).toBe("silent");
  expect(button("refuse").getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(button("refuse"));
  expect(sent).toHaveBeenCalledOnce();
  await userEvent.click(button("confirm"));
  await waitFor(() => expect(told.at(-1)).toEqual({ id: "challenge" }));
  expect(sent.mock.calls.map(([, { body }]) => JSON.parse(body))).toEqual([
    { confirmed: true },
    { confirmed: true },
  ]);
});

test.each([
  ["was lost", () => Promise.reject(new TypeError("lost"))],
  ["came to nothing", async () => ({ ok: false, status: 503, json: async () => ({ code: "UNAVAILABLE" }) })],
  ["was not waited for", async () => ({ ok: false, status: 408, json: async () => ({ code: "TIMEOUT" }) })],
])("a card whose answer %s may have paid: the same is sent again, and no other", async (_, answer) => {
  const sent = vi.fn<(path: string, init: { body: string }) => Promise<object>>(answer);
  vi.stubGlobal("fetch", sent);
  await typeCard();
  await userEvent.click(button(/^Pay/));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/never charged twice/));
  const number = screen.getByLabelText<HTMLInputElement>("Card number");
  await userEvent.type(number, "{Backspace}");
  expect([number.readOnly, number.value]).toEqual([true, "4242 4242 4242 4242"]);
  sent.mockResolvedValue({ ok: true, status: 200, json: async () => ({ status: "EXECUTED" }) });
  await userEvent.click(button(/^Pay/));
  await waitFor(() => expect(told.at(-1)).toEqual({ status: "EXECUTED" }));
  const [first, second] = sent.mock.calls.map(([, { body }]) => body);
  expect(second).toBe(first);
});

test("once it is heard that a card did not pay, another one can be typed", async () => {
  const sent = vi.fn<() => Promise<object>>();
  sent.mockRejectedValueOnce(new TypeError("lost"));
  sent.mockResolvedValue({ ok: false, status: 402, json: async () => ({ code: "CARD_DECLINED" }) });
  vi.stubGlobal("fetch", sent);
  await typeCard();
  await userEvent.click(button(/^Pay/));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/never charged twice/));
  await userEvent.click(button(/^Pay/));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/^The card was declined/));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Card number").readOnly).toBe(false));
});
