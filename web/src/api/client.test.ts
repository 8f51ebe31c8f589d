import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call, onFailure, onUnconverted } from "./client";
import { clearFailure, currentFailure, hearFailures, raise, raiseExpired, raisesPopup } from "./failure";
import type { ApiProblem } from "./problem";

const answer = (status: number, body: unknown) =>
  vi.fn<typeof fetch>(async () => new Response(body === undefined ? null : JSON.stringify(body), { status }));

beforeEach(() => clearFailure());
afterEach(() => vi.unstubAllGlobals());

async function failing(status: number, body: unknown = {}, quiet = false): Promise<ApiProblem> {
  vi.stubGlobal("fetch", answer(status, body));
  return call("/v4/x", { quiet }).then(
    () => Promise.reject(new Error("it answered")),
    (error: ApiProblem) => error,
  );
}

test("a call sends its query, body and secret and answers the JSON", async () => {
  const fetch = answer(200, { ok: 1 });
  vi.stubGlobal("fetch", fetch);
  await expect(
    call("/v4/x", { method: "POST", body: { a: 1 }, query: { q: "ä b", none: null }, token: "s" }),
  ).resolves.toEqual({ ok: 1 });
  const [url, init] = fetch.mock.calls[0] ?? [];
  expect(url).toBe("/v4/x?q=%C3%A4+b");
  expect(init).toMatchObject({ method: "POST", body: '{"a":1}' });
  expect(new Headers(init?.headers).get("Authorization")).toBe("Bearer s");
});

test.each(["DELETE", "POST"] as const)(
  "a call outlives its page where it gives something back: %s",
  async (method) => {
    const fetch = answer(204, undefined);
    vi.stubGlobal("fetch", fetch);
    await call("/v4/x", { method });
    expect(fetch.mock.calls[0]?.[1]?.keepalive).toBe(method === "DELETE");
  },
);

test("204 answers nothing, a problem is thrown with its code", async () => {
  vi.stubGlobal("fetch", answer(204, undefined));
  await expect(call("/v4/x", { method: "DELETE" })).resolves.toBeUndefined();
  const problem = await failing(409, { code: "PRICE_CHANGED", message: "moved" });
  expect([problem.status, problem.code, problem.message]).toEqual([409, "PRICE_CHANGED", "moved"]);
});

// clause: CUR-08
test("a currency that has lost its rate is let go of, and the call answered in the hotel's own", async () => {
  const refused = { code: "UNACCEPTABLE", errors: [{ field: "conversion_currency", message: "no rate" }] };
  const fetch = vi.fn<typeof globalThis.fetch>(async (url) =>
    String(url).includes("conversion_currency")
      ? new Response(JSON.stringify(refused), { status: 422 })
      : new Response("{}"),
  );
  vi.stubGlobal("fetch", fetch);
  const heard = vi.fn();
  const off = onUnconverted(heard);
  await expect(call("/v4/x", { query: { a: 1, conversion_currency: "EUR" } })).resolves.toEqual({});
  off();
  expect(heard).toHaveBeenCalledOnce();
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(["/v4/x?a=1&conversion_currency=EUR", "/v4/x?a=1"]);
});

// clause: ERR-01
test("400, 5xx and no answer raise the popup; other statuses do not", async () => {
  expect([0, 400, 500, 503, 599].every(raisesPopup)).toBe(true);
  expect([401, 403, 404, 409, 410, 422, 429].some(raisesPopup)).toBe(false);
  const deaf = hearFailures(() => false);
  await failing(404);
  expect(currentFailure()).toBeNull();
  await failing(500, { message: "broken" });
  expect(currentFailure()).toEqual({ status: 500, message: "broken", body: { message: "broken" } });
  clearFailure();
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("offline");
  });
  await call("/v4/x").catch(() => undefined);
  expect(currentFailure()).toEqual({ status: 0, message: "", body: {} });
  deaf();
});

// clause: ERR-05, ERR-06
test("quiet calls and every call on the search-reservation route stay out of the popup", async () => {
  const heard = vi.fn();
  const off = onFailure(heard);
  await failing(500, {}, true);
  expect(heard).not.toHaveBeenCalled();
  off();
  const deaf = hearFailures(() => true);
  await failing(500);
  expect(currentFailure()).toBeNull();
  deaf();
});

// clause: SESSION-01
test("the expired session replaces any other failure", () => {
  raise({ status: 500, message: "first", body: {} });
  raise({ status: 503, message: "second", body: {} });
  expect(currentFailure()?.message).toBe("first");
  raiseExpired();
  expect(currentFailure()).toEqual({ status: 900, message: "", body: {} });
});

test("an aborted call is no failure", async () => {
  const deaf = hearFailures(() => false);
  const aborted = new AbortController();
  aborted.abort();
  vi.stubGlobal("fetch", async () => {
    throw new DOMException("gone", "AbortError");
  });
  await expect(call("/v4/x", { signal: aborted.signal })).rejects.toThrow("gone");
  expect(currentFailure()).toBeNull();
  deaf();
});

// clause: API-04
test("a call that nobody answers is given up after half a minute, as one without an answer", async () => {
  const waits: number[] = [];
  const over = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockImplementation((after) => {
    waits.push(after);
    return over.signal;
  });
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  );
  const problem = call("/v4/x", { quiet: true }).catch((error: ApiProblem) => error);
  over.abort(new DOMException("too long", "TimeoutError"));
  expect(await problem).toMatchObject({ status: 0 });
  expect(waits).toEqual([30_000]);
  vi.restoreAllMocks();
});
