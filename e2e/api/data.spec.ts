// What the calls answer, by the names that the documents give.
import { execFileSync } from "node:child_process";
import { expect, test } from "../server-fixture.ts";
import { EDEL, HARB, NOOR, STAY } from "../hotels.ts";
import { PORTICO } from "../server.ts";

for (const hotel of [HARB, NOOR, EDEL]) {
  test(`${hotel.name}: the details carry every field [API-07, DATA-01, DATA-02, DATA-03, DATA-04]`, async ({ request }) => {
    const answer = await request.get(`/v4/properties/${hotel.id}`);
    const details = await answer.json();
    for (const name of [
      "id", "code", "name", "phone_no", "email", "address", "city", "state", "country", "zip_code", "business_logo",
      "cover_photo", "website", "currency", "language", "additional_details", "pet_policy", "guarantee_policy",
      "refund_policy", "cancellation_policy", "max_occupancy", "property_languages", "room_types",
    ]) {
      expect(details, name).toHaveProperty(name);
    }
    expect(details.code).toBe(hotel.code);
    expect(details.currency).toBe(hotel.currency);
    expect(details.region.url).toBeTruthy();
    expect(details.business_day.date).toBe("2026-12-01");
    expect(typeof details.application_configuration.enable_children_ages).toBe("boolean");
    for (const name of [
      "google_analytics_ids", "booking_color_id", "booking_page_layout", "enable_multi_room_booking",
      "enable_loyalty_flow", "enable_multi_language_support", "enable_multi_currency_support",
      "enable_travel_transport_flow", "hide_menus_on_booking_engine", "enable_search_reservation", "sojern_id", "app_id",
      "max_guests_allowed", "disable_discount_flow", "enable_company_booking",
      "enable_group_member_reservation_booking", "rate_display_type", "display_tax_inclusive_rate_on_booking_engine",
      "website_config_room_types", "injected_scripts",
    ]) {
      expect(details.website_config, name).toHaveProperty(name);
    }
  });

  test(`${hotel.name}: room types and offers carry every field [API-13, DATA-05, DATA-06, DATA-07]`, async ({ request }) => {
    const answer = await request.get(`/v4/properties/${hotel.id}/mini-rates-with-availability/v3`, {
      params: { check_in_date: STAY.from, check_out_date: STAY.to, number_of_rooms: "1", number_of_persons: "2" },
    });
    const found = await answer.json();
    for (const name of [
      "rate_details", "packages", "rate_codes", "room_types", "room_type_amenity_groups", "bed_type_groups",
      "package_charge_types", "guarantee_types", "cancellation_policies",
    ]) {
      expect(Array.isArray(found[name]), name).toBe(true);
    }
    expect(found.group_block).toHaveProperty("id");
    expect(found.rate_details.length).toBeGreaterThan(0);
    for (const room of found.room_types) {
      for (const name of [
        "id", "code", "name", "description", "additional_details", "cover_photo", "images", "smoking", "accessible",
        "bed_count", "max_people",
      ]) {
        expect(room, name).toHaveProperty(name);
      }
      expect(room.room_type_category.code).toBeTruthy();
      const picture = await request.get(room.images[0].url);
      expect(picture.headers()["content-type"]).toMatch(/^image\//);
    }
    for (const room of found.rate_details) {
      for (const name of ["room_type_id", "room_type_name", "room_type_code", "room_id", "room_unit_number"]) {
        expect(room, name).toHaveProperty(name);
      }
      for (const rate of room.rate_codes) {
        for (const name of [
          "id", "code", "name", "display_code", "additional_details", "package_id", "package_code",
          "package_description", "cancellation_policy_id", "points_eligible", "is_company_rate_code", "rate_amount",
          "price_summary", "guarantee_type_ids", "deposit_schedules", "price_details",
        ]) {
          expect(rate, name).toHaveProperty(name);
        }
        expect(rate.price_details).toHaveLength(3);
      }
    }
  });
}

test("labels come by locale, an unknown one falls back [API-08]", async ({ request }) => {
  const labels = async (locale: string) =>
    (await request.get("/v4/common/language", { params: { app_id: "BOOKING_ENGINE", locale } })).json();
  const english = await labels("en_US");
  const arabic = await labels("ar_AE");
  expect(english.lbl_search).toBe("Search");
  expect(arabic.lbl_search).toMatch(/[\u0600-\u06ff]/);
  // Plural forms are each language's own.
  const plain = (words: object) => Object.keys(words).filter((key) => !/_(zero|one|two|few|many|other)$/.test(key));
  expect(plain(arabic).sort()).toEqual(plain(english).sort());
  expect(await labels("xx_XX")).toEqual(english);
});

test("a hotel's own texts come in the guest's language [API-09, I18N-09]", async ({ request }) => {
  const answer = await request.get("/v4/properties/2/multilingual-dynamic-fields", { params: { language_code: "ar_AE" } });
  const entries = await answer.json();
  expect(entries.some((entry: any) => entry.object_type === "ROOM_TYPE")).toBe(true);
  for (const entry of entries) {
    expect(entry.language_code).toBe("ar_AE");
    for (const field of entry.multilingual_dynamic_field_details) {
      expect(field.field_name).toBeTruthy();
      expect(field.field_value).toBeTruthy();
    }
  }
});

test("the address rules of a country [API-18, DATA-13]", async ({ request }) => {
  const answer = await request.get("/v4/properties/1/address-rules", {
    params: { country_code: "IE", booking_flow: "true" },
  });
  const rules = await answer.json();
  for (const name of [
    "display_fields", "required_guest_fields", "state_required", "zipcode_required", "state_optional",
    "zipcode_optional", "property_eligible_states", "first_name_regex", "last_name_regex", "email_regex",
    "address_regex", "street_2_regex", "zipcode_regex",
  ]) {
    expect(rules, name).toHaveProperty(name);
  }
  expect(rules.property_eligible_states[0]).toHaveProperty("state_code");
});

test("one version everywhere [CONST-01]", async ({ request }) => {
  expect(execFileSync(PORTICO, ["--version"], { encoding: "utf8" })).toContain("4.4.8");
  expect((await (await request.get("/openapi.json")).json()).info.version).toBe("4.4.8");
});

test("a path is answered with and without a slash at its end [API-01]", async ({ request }) => {
  const with_slash = await request.get("/v4/properties/1/");
  expect(await with_slash.json()).toEqual(await (await request.get("/v4/properties/1")).json());
});

test("what is searched comes packed, and what belongs to one guest does not", async ({ request }) => {
  const stay = { check_in_date: STAY.from, check_out_date: STAY.to, number_of_rooms: "1", number_of_persons: "2" };
  const packed = async (path: string, params = {}) => (await request.get(path, { params })).headers()["content-encoding"];
  expect(await packed(`/v4/properties/${HARB.id}/mini-rates-with-availability/v3`, stay)).toBe("gzip");
  expect(await packed(`/v4/common/language`, { locale: "en_US" })).toBe("gzip");
  const begun = await request.post(`/v4/properties/${HARB.id}/booking-engine/new-batch-booking?count=1`);
  expect(begun.headers()["content-encoding"]).toBeUndefined();
  const { batch_id, token } = await begun.json();
  const read = await request.get(`/v4/properties/${HARB.id}/booking-engine/new-batch-booking/${batch_id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(read.ok()).toBe(true);
  expect(read.headers()["content-encoding"]).toBeUndefined();
});
