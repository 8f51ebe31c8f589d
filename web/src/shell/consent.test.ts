import { beforeEach, expect, test, vi } from "vitest";
import { property } from "../api/mock/hotel";
import { refuseStorage } from "../test-storage";
import { consentOf, keepConsent } from "./consent";
import { measures } from "./measures";

const hotel = (change: Partial<typeof property.website_config>, pixel: string | null = null) => ({
  ...property,
  conversion_pixel_url: pixel,
  website_config: { ...property.website_config, require_tracking_consent: true, ...change },
});

beforeEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test("only a hotel that measures asks [ANALYTICS-07]", () => {
  expect(measures(hotel({}))).toBe(false);
  expect(consentOf(hotel({}))).toBe("refused");
  expect(measures(hotel({ sojern_id: "s" }))).toBe(false);
  for (const one of [
    hotel({ google_analytics_ids: "G-1" }),
    hotel({ injected_scripts: "https://a.example/own.js" }),
    hotel({ sojern_id: "s" }, "https://pixel.example/p"),
  ]) {
    expect(consentOf(one)).toBe("open");
  }
});

test("the answer is kept for the hotel", () => {
  const one = hotel({ google_analytics_ids: "G-1" });
  keepConsent(one.id, "granted");
  expect(consentOf(one)).toBe("granted");
  expect(consentOf({ ...one, id: 2 })).toBe("open");
  keepConsent(one.id, "refused");
  expect(consentOf(one)).toBe("refused");
});

test("a hotel that need not ask measures, unless the guest has refused", () => {
  const one = hotel({ google_analytics_ids: "G-1", require_tracking_consent: false });
  expect(consentOf(one)).toBe("granted");
  keepConsent(one.id, "refused");
  expect(consentOf(one)).toBe("refused");
});

test("a browser that asks not to be tracked is taken at its word", () => {
  vi.stubGlobal("navigator", { globalPrivacyControl: true });
  expect(consentOf(hotel({ google_analytics_ids: "G-1" }))).toBe("refused");
  expect(consentOf(hotel({ google_analytics_ids: "G-1", require_tracking_consent: false }))).toBe("refused");
});

test("whose browser refuses storage is asked each time", () => {
  refuseStorage();
  const one = hotel({ google_analytics_ids: "G-1" });
  expect(() => keepConsent(one.id, "granted")).not.toThrow();
  expect(consentOf(one)).toBe("open");
});
