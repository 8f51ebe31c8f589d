import { afterEach, expect, test } from "vitest";
import { injectScripts } from "./scripts";

const injected = () => [...document.querySelectorAll<HTMLScriptElement>("script[data-injected]")];
const sources = () => injected().map((script) => script.dataset.injected);

afterEach(() => {
  for (const script of injected()) script.remove();
});

// clause: START-19
test("every script of the list is put into the page once", () => {
  const list = "https://a.example/1.js, https://b.example/2.js,,";
  injectScripts(list);
  injectScripts(list);
  expect(sources()).toEqual(["https://a.example/1.js", "https://b.example/2.js"]);
});

test("a script must have the hash that stands beside it", () => {
  injectScripts("https://a.example/1.js sha384-abc+/12=");
  expect(injected().map((script) => [script.integrity, script.crossOrigin])).toEqual([
    ["sha384-abc+/12=", "anonymous"],
  ]);
});

test("an odd address loads nothing", () => {
  injectScripts(
    "javascript:alert(1), data:text/javascript;x, http://a.example/1.js, https://a.example/1.js md5-x",
  );
  expect(sources()).toEqual([]);
});
