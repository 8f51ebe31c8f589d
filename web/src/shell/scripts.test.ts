import { afterEach, beforeEach, expect, test, vi } from "vitest";

const injected = () => [...document.querySelectorAll<HTMLScriptElement>("script[data-injected]")];
const sources = () => injected().map((script) => script.dataset.injected);

let injectScripts: (list: string) => void;
let strangersInside: () => boolean;
beforeEach(async () => {
  vi.resetModules();
  ({ injectScripts } = await import("./scripts"));
  ({ strangersInside } = await import("./strangers"));
});
afterEach(() => {
  for (const script of injected()) script.remove();
});

// clause: START-19
test("every script of the list is put into the page once", () => {
  const list = "https://a.example/1.js,https://b.example/2.js";
  injectScripts(list);
  injectScripts(list);
  expect(sources()).toEqual(["https://a.example/1.js", "https://b.example/2.js"]);
});

test("a script must have the hash that stands behind it", () => {
  injectScripts("https://a.example/1.js sha384-abc+/12=,https://b.example/2.js");
  expect(injected().map((script) => [script.integrity, script.getAttribute("crossorigin")])).toEqual([
    ["sha384-abc+/12=", "anonymous"],
    ["", null],
  ]);
});

test("a page with a script of others is never the hotel's alone again", () => {
  injectScripts("");
  expect(sources()).toEqual([]);
  expect(strangersInside()).toBe(false);
  injectScripts("https://a.example/1.js");
  for (const script of injected()) script.remove();
  expect(strangersInside()).toBe(true);
});
