// What a broken or hostile client sends gets a clear problem answer; nothing is lost, nothing breaks.
import { request as post } from "node:http";
import type { APIResponse } from "@playwright/test";
import { expect, test } from "../server-fixture.ts";
import { HARB } from "../hotels.ts";
import { SIOBHAN_SENT } from "../people.ts";

const PROPERTY = "/v4/properties/1";
const STAY = { from: "2027-01-12", to: "2027-01-14" };
const AVAILABILITY = {
  check_in_date: STAY.from,
  check_out_date: STAY.to,
  number_of_rooms: "1",
  number_of_persons: "2",
};

/** A refusal that a program and a guest can both read, without anything of the machine inside. */
async function problem(answer: APIResponse, status: number | number[]): Promise<Record<string, any>> {
  const text = await answer.text();
  expect([status].flat(), text).toContain(answer.status());
  expect(answer.headers()["content-type"]).toContain("application/problem+json");
  const body = JSON.parse(text);
  expect(body.status).toBe(answer.status());
  for (const field of ["type", "title", "code", "message"]) expect(body[field], field).toBeTruthy();
  expect(text).not.toMatch(/panicked|sqlx|SELECT |RUST_BACKTRACE|\.rs:/);
  return body;
}

test.describe("unknown and malformed", () => {
  for (const id of ["99", "0", "-1", "x", "9223372036854775808", "1%20or%201=1"]) {
    test(`property ${id} is unknown [API-07]`, async ({ request }) => {
      await problem(await request.get(`/v4/properties/${id}`), [400, 404]);
    });
  }

  const wrong: Record<string, Record<string, string>> = {
    "a day that does not exist": { check_in_date: "2027-02-30" },
    "a date of another country": { check_in_date: "12/01/2027" },
    "a date with a time": { check_in_date: "2027-01-12T00:00:00Z" },
    "an empty date": { check_out_date: "" },
    "check-out on the day of check-in": { check_out_date: STAY.from },
    "check-out before check-in": { check_out_date: "2027-01-11" },
    "a stay of ten thousand years": { check_out_date: "9999-12-31" },
    "a date before the business day": { check_in_date: "2020-01-01" },
    "negative adults": { number_of_persons: "-2" },
    "no adults": { number_of_persons: "0" },
    "adults in words": { number_of_persons: "two" },
    "more adults than a number holds": { number_of_persons: "99999999999999999999" },
    "negative children": { number_of_children: "-1" },
    "ages that do not match the children": { number_of_children: "2", children_ages: "7" },
    "an age of 200": { number_of_children: "1", children_ages: "200" },
    "no room": { number_of_rooms: "0" },
    "an unknown currency": { conversion_currency: "ZZZ" },
  };
  for (const [name, change] of Object.entries(wrong)) {
    test(`availability with ${name} [API-12]`, async ({ request }) => {
      const params = { ...AVAILABILITY, ...change };
      await problem(await request.get(`${PROPERTY}/mini-rates-with-availability/v3`, { params }), [400, 422]);
    });
  }

  test("availability without dates names each missing field [API-12]", async ({ request }) => {
    const body = await problem(await request.get(`${PROPERTY}/mini-rates-with-availability/v3`), [400, 422]);
    expect(JSON.stringify(body)).toContain("check_in_date");
  });

  test("a calendar of a thousand years is refused [API-15]", async ({ request }) => {
    const params = { start_date: "2027-01-01", end_date: "3027-01-01", number_of_persons: "1" };
    await problem(await request.get(`${PROPERTY}/calendar/lowest-rate-calendar`, { params }), [400, 422]);
  });

  test("a path that does not exist is a problem too", async ({ request }) => {
    await problem(await request.get("/v4/properties/1/no-such-thing"), 404);
  });

  test("a method that a path does not have", async ({ request }) => {
    await problem(await request.delete(PROPERTY), 405);
  });
});

test.describe("bodies", () => {
  const bodies: Record<string, { data: string | Buffer; type?: string; code?: string }> = {
    "no JSON": { data: "check_in_date=2027-01-12", code: "BAD_REQUEST" },
    "half of a JSON": { data: '{"check_in_date":"2027-01-12"', code: "BAD_REQUEST" },
    "a list instead of an object": { data: "[]" },
    "null": { data: "null" },
    "a text": { data: '"check_in_date=2027-01-12"', code: "BAD_FIELD" },
    "numbers as text": { data: JSON.stringify({ ...rate("X", "Y"), number_of_adults: "two" }) },
    "negative adults": { data: JSON.stringify({ ...rate("X", "Y"), number_of_adults: -2 }) },
    "a rate that nobody sells": { data: JSON.stringify(rate("NO_SUCH_ROOM", "NO_SUCH_RATE")) },
    "deeply nested lists": { data: "[".repeat(50_000) + "]".repeat(50_000) },
    "bytes that are no text": { data: Buffer.from([0xff, 0xfe, 0x00, 0x80]), code: "BAD_REQUEST" },
    "form data": { data: "a=b", type: "application/x-www-form-urlencoded" },
  };
  for (const [name, { data, type, code }] of Object.entries(bodies)) {
    test(`set-rate with ${name} [API-25]`, async ({ request }) => {
      const { sessions, token } = await batch(request);
      const answer = await request.post(`${PROPERTY}/booking-engine/new-booking/${sessions[0]}/set-rate`, {
        headers: { authorization: `Bearer ${token}`, "content-type": type ?? "application/json" },
        // as bytes: a text that is no JSON would be sent as a JSON string
        data: typeof data === "string" ? Buffer.from(data) : data,
      });
      const body = await problem(answer, [400, 404, 415, 422]);
      if (code) expect(body.code).toBe(code);
    });
  }

  test("ten megabytes are too much, and refused before all of them came", async ({ request, server }) => {
    const { batch_id, token } = await batch(request);
    const url = `${server.url}${PROPERTY}/booking-engine/new-batch-booking/${batch_id}/add-guest`;
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": 10_000_000,
    };
    const [status, type] = await new Promise<[number | undefined, string | undefined]>((done, fail) => {
      const sending = post(url, { method: "POST", headers });
      sending.on("error", fail);
      sending.on("response", (answer) => {
        done([answer.statusCode, answer.headers["content-type"]]);
        answer.resume();
        sending.off("error", fail).on("error", () => undefined).destroy();
      });
      // The rest is not waited for: what came is more than a guest may send.
      sending.write(`{"guest_data":{"remarks":"${"x".repeat(300_000)}`);
    });
    expect(status).toBe(413);
    expect(type).toContain("application/problem+json");
  });

  test("markup is kept as text in a wish and refused in a name, a NUL is refused in both", async ({ request }) => {
    const { batch_id, token } = await batch(request);
    const add = (change: Record<string, string>) =>
      request.post(`${PROPERTY}/booking-engine/new-batch-booking/${batch_id}/add-guest`, {
        headers: { authorization: `Bearer ${token}` },
        data: { guest_data: { ...SIOBHAN_SENT, ...change } },
      });
    const markup = "<script>alert(1)</script> & '; drop table guests; --";
    const kept = await add({ remarks: markup });
    expect(kept.status(), await kept.text()).toBe(200);
    expect((await kept.json()).guest_data.remarks).toBe(markup);
    for (const [field, text] of [["first_name", markup], ["last_name", "O\u0000Shea"], ["remarks", "late\u0000"]] as const) {
      const refused = await problem(await add({ [field]: text }), 422);
      expect(refused.errors.map((error: { field: string }) => error.field)).toEqual([`guest_data.${field}`]);
    }
  });
});

test.describe("a batch belongs to who has its secret", () => {
  test("without the secret, with a wrong one, with that of another batch", async ({ request }) => {
    const mine = await batch(request);
    const theirs = await batch(request);
    const path = `${PROPERTY}/booking-engine/new-batch-booking/${mine.batch_id}`;
    // A context of its own: the cookie of the batch stays out of the way.
    await problem(await request.get(path, { headers: { cookie: "" } }), [401, 404]);
    await problem(await request.get(path, { headers: { cookie: "", authorization: "Bearer wrong" } }), [401, 404]);
    await problem(
      await request.get(path, { headers: { cookie: "", authorization: `Bearer ${theirs.token}` } }),
      [401, 404],
    );
  });

  test("a foreign session id is unknown to my secret", async ({ request }) => {
    const mine = await batch(request);
    const theirs = await batch(request);
    const answer = await request.post(`${PROPERTY}/booking-engine/new-booking/${theirs.sessions[0]}/set-rate`, {
      headers: { cookie: "", authorization: `Bearer ${mine.token}` },
      data: rate("CLASSIC_QUEEN", "FLEX"),
    });
    await problem(answer, [401, 404]);
  });

  for (const id of ["3d0ca315-aff9-4fc2-be61-3b76b9a2d798", "not-a-uuid", "../../etc/passwd", "%00"]) {
    test(`session ${id === "%00" ? "NUL" : id.length === 36 ? "unknown" : id} is no session`, async ({ request }) => {
      const answer = await request.post(
        `${PROPERTY}/booking-engine/new-booking/${encodeURIComponent(id)}/set-rate`,
        { headers: { authorization: "Bearer x" }, data: rate("CLASSIC_QUEEN", "FLEX") },
      );
      await problem(answer, [400, 401, 404]);
    });
  }
});

test.describe("amounts and commits", () => {
  test("an amount that differs is answered with our quote, and nothing is held [API-27]", async ({ request, another }) => {
    const guest = another(HARB);
    const [offer] = await guest.offers(STAY);
    const { sessions, token, batch_id } = await batch(request);
    const answer = await request.post(`${PROPERTY}/booking-engine/new-booking/${sessions[0]}/set-rate`, {
      headers: { authorization: `Bearer ${token}` },
      data: {
        ...rate(offer!.room_type_id, offer!.rate_code_id),
        rate_details: [
          { date: "2027-01-12", amount: 0.01 },
          { date: "2027-01-13", amount: 0.01 },
        ],
      },
    });
    const body = await problem(answer, 409);
    expect(body.code).toBe("PRICE_CHANGED");
    expect(body.quotes[0].price_summary.total_amount_after_tax_and_fee).toBe(offer!.total);
    const after = await request.get(`${PROPERTY}/booking-engine/new-batch-booking/${batch_id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect((await after.json()).selected_rooms).toEqual([]);
  });

  test("an expected total that differs commits nothing; the right one commits once [API-21, API-22, API-27]", async ({
    request,
    another,
  }) => {
    const guest = another(HARB);
    const offer = (await guest.offers(STAY)).find((one) => one.rate_code_id === "FLEX")!;
    const before = offer.available;
    const held = await guest.hold(STAY, offer, 1);
    const headers = { authorization: `Bearer ${held.token}` };
    const path = `${PROPERTY}/booking-engine/new-batch-booking/${held.batch}`;
    const named = await request.post(`${path}/add-guest`, {
      headers,
      data: {
        guest_data: {
          first_name: "Ada",
          last_name: "Lovelace",
          email: "ada@example.com",
          phone: "+12075550142",
          street: "1 Main Street",
          city: "Portland",
          state: "ME",
          zip_code: "04101",
          country: "US",
        },
      },
    });
    expect(named.status(), await named.text()).toBe(200);
    const body = (expected_total: number) => ({
      sessions: held.sessions.map((session_id) => ({ session_id, defined_guarantee_type_id: "HOLD_18" })),
      transportations: [],
      expected_total,
    });
    const card = {
      custom_field_1: "XXXXXXXXXXXX4242",
      custom_field_2: "VISA",
      custom_field_3: "Ada Lovelace",
      custom_field_4: "12/2029",
      custom_field_5: "tok_of_nobody",
      custom_field_10: "unique",
    };
    const made_up = {
      sessions: [{ session_id: held.sessions[0], defined_guarantee_type_id: "CC", guarantee_details: card }],
      expected_total: offer.total,
    };
    await problem(await request.post(`${path}/commit`, { headers, data: made_up }), 422);
    const wrong = await problem(await request.post(`${path}/commit`, { headers, data: body(1) }), 409);
    expect(wrong.code).toBe("PRICE_CHANGED");

    const once = await request.post(`${path}/commit`, { headers, data: body(offer.total) });
    expect(once.status(), await once.text()).toBe(200);
    const again = await request.post(`${path}/commit`, { headers, data: body(offer.total) });
    expect(await again.json()).toEqual(await once.json());
    // Replayed with everything else changed: still the same answer, still one room.
    const changed = await request.post(`${path}/commit`, { headers, data: body(1) });
    expect(await changed.json()).toEqual(await once.json());
    const left = (await guest.offers(STAY)).find((one) => one.room_type_id === offer.room_type_id);
    expect(left?.available ?? 0).toBe(before - 1);
  });
});

async function batch(request: any): Promise<{ batch_id: string; token: string; sessions: string[] }> {
  const answer = await request.post(`${PROPERTY}/booking-engine/new-batch-booking?count=1`);
  expect(answer.status()).toBe(201);
  return answer.json();
}

function rate(room_type_id: string, rate_code_id: string) {
  return {
    check_in_date: STAY.from,
    check_out_date: STAY.to,
    rate_code_id,
    room_type_id,
    package_id: null,
    number_of_adults: 2,
    number_of_children: 0,
    children_ages: [],
    number_of_rooms: 1,
  };
}
