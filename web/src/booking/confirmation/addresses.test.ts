import { expect, test, vi } from "vitest";
import { contactAddress, deviceTime, mapAddress, paperAddress } from "./addresses";

// clause: CONF-05
test("the letter gets the guest's time, currency and language beside its own number and secret", () => {
  const address = paperAddress(
    "/public/properties/1/reports/confirmation-letter?confirmation_no=1HKQ2M4X7TB&token=t0",
    { device_time: "2026-11-21T09:30:00+01:00", currency: "USD", language: "ar_AE" },
    "https://stay.example",
  );
  const { origin, searchParams } = new URL(address);
  expect(origin).toBe("https://stay.example");
  expect(Object.fromEntries(searchParams)).toEqual({
    confirmation_no: "1HKQ2M4X7TB",
    token: "t0",
    device_time: "2026-11-21T09:30:00+01:00",
    currency: "USD",
    language: "ar_AE",
  });
});

test.each([
  [300, "2026-11-21T07:30:00-05:00"],
  [0, "2026-11-21T12:30:00+00:00"],
  [-345, "2026-11-21T18:15:00+05:45"],
  [150, "2026-11-21T10:00:00-02:30"],
])("a clock %i minutes behind Greenwich reads %s", (behind, text) => {
  const now = new Date("2026-11-21T12:30:00Z");
  vi.spyOn(now, "getTimezoneOffset").mockReturnValue(behind);
  expect(deviceTime(now)).toBe(text);
});

test("the map is asked for the address, and not without one", () => {
  const place = {
    name: "Dar Al Noor",
    address: "شارع الفهيدي ٧",
    city: "Dubai",
    state: null,
    zip_code: null,
    country: "AE",
  };
  const map = new URL(mapAddress(place) ?? "");
  expect(map.origin + map.pathname).toBe("https://www.openstreetmap.org/search");
  expect(map.searchParams.get("query")).toBe("شارع الفهيدي ٧, Dubai, AE");
  expect(mapAddress({ ...place, address: "" })).toBeNull();
});

test("the hotel is written to, else called", () => {
  expect(contactAddress({ email: "stay@harbour.example", phone_no: "+1 207 555 0142" }, ["A1", "B2"])).toBe(
    "mailto:stay@harbour.example?subject=A1%2C%20B2",
  );
  expect(contactAddress({ email: "", phone_no: "+1 (207) 555 0142" }, [])).toBe("tel:+12075550142");
  expect(contactAddress({ email: "", phone_no: "" }, [])).toBeNull();
});
