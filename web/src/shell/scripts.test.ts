import { afterEach, expect, test } from "vitest";
import { injectScripts } from "./scripts";

const free = { consentNeeded: false, onPayment: false };
const injected = () =>
  [...document.querySelectorAll<HTMLScriptElement>("script[data-injected]")].map(
    (script) => script.dataset.injected,
  );

afterEach(() => {
  for (const script of document.querySelectorAll("script[data-injected]")) script.remove();
});

// clause: START-19
test("every script of the list is put into the page once", () => {
  const list = "https://a.example/1.js, https://b.example/2.js,,";
  injectScripts(list, free);
  injectScripts(list, free);
  expect(injected()).toEqual(["https://a.example/1.js", "https://b.example/2.js"]);
});

test("nothing of others loads before consent, on the payment step, or from an odd address", () => {
  injectScripts("https://a.example/1.js", { ...free, consentNeeded: true });
  injectScripts("https://a.example/1.js", { ...free, onPayment: true });
  injectScripts("javascript:alert(1), data:text/javascript;x, http://a.example/1.js", free);
  expect(injected()).toEqual([]);
});
