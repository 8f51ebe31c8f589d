import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem, type CardToken } from "../api";
import { refusal } from "../api/mock/refusal";
import { FRAME_TIMEOUT_MS, isPast, startExchange } from "./exchange";
import type { HostMessage } from "./messages";

const visa: CardToken = {
  status: "SUCCESS",
  masked_card_number: "XXXXXXXXXXXX4242",
  card_brand: "VISA",
  card_expire_month: "12",
  card_expire_year: "2029",
  token: "tok_1",
  card_unique_code: "u1",
  external_reference_number: "r1",
  card_holder: "Siobhán",
};

let posted: HostMessage[];
const token = vi.fn<(key: string) => Promise<CardToken>>();
const start = () =>
  startExchange({ post: (message) => posted.push(message), token, today: () => "2026-11-21" });

beforeEach(() => {
  posted = [];
  token.mockReset().mockResolvedValue(visa);
});
afterEach(() => vi.useRealTimers());

// clause: PAY-10, PAY-23
test("submit, keys, token: in this order, and the token call gets the frame's key", async () => {
  const exchange = start();
  exchange.hear({ id: "state", complete: true, brand: "VISA" });
  const done = exchange.submit();
  expect(posted).toEqual([{ id: "submit" }]);
  expect(token).not.toHaveBeenCalled();
  exchange.hear({ id: "keys", paymentKeys: ["pk_1"] });
  expect(await done).toBe(visa);
  expect(token).toHaveBeenCalledExactlyOnceWith("pk_1");
});

// clause: CARD-04, API-49
test("where the frame's message is lost, the card service's own status is the answer", async () => {
  const exchange = start();
  exchange.hear({ id: "state", complete: true, brand: "VISA" });
  const done = exchange.submit();
  exchange.told({ status: "SUCCESS", card: visa, code: null, message: null });
  expect(await done).toBe(visa);
  expect(token).not.toHaveBeenCalled();
});

// the sentence that comes with it is English
test.each([
  ["CARD_DECLINED", "DECLINED", "lbl_card_declined"],
  ["CARD_EXPIRED", "EXPIRED", undefined],
  ["TOO_MANY_ATTEMPTS", "FRAME", "lbl_frame_tries_used_up"],
  ["SESSION_EXPIRED", "FRAME", "lbl_frame_session_expired"],
  ["OF_ANOTHER_VERSION", "FRAME", undefined],
])("a form that ended with %s is %s, in the guest's language", async (code, kind, label) => {
  const exchange = start();
  exchange.hear({ id: "state", complete: true, brand: "VISA" });
  const done = exchange.submit();
  exchange.told({ status: "ERROR", card: null, code, message: "No." });
  await expect(done).rejects.toMatchObject({ kind, message: "", body: label ? { label } : {} });
});

test("a look-up that has ended is no fault of the card", async () => {
  token.mockRejectedValue(new ApiProblem(410, { code: "LOOK_UP_EXPIRED" }, "/token"));
  const exchange = start();
  exchange.hear({ id: "state", complete: true, brand: "VISA" });
  const done = exchange.submit();
  exchange.hear({ id: "keys", paymentKeys: ["pk_1"] });
  await expect(done).rejects.toBeInstanceOf(ApiProblem);
});

// clause: PAY-09
test("an empty card is required; the frame is asked to mark what is missing", async () => {
  await expect(start().submit()).rejects.toMatchObject({ kind: "REQUIRED" });
  expect(posted).toEqual([{ id: "submit" }]);
  expect(token).not.toHaveBeenCalled();
});

test("a card that is half typed gets the frame's own words", async () => {
  const exchange = start();
  exchange.hear({ id: "state", complete: false, brand: "VISA" });
  const done = exchange.submit();
  exchange.hear({ id: "error", message: "Please check the card details." });
  await expect(done).rejects.toMatchObject({ kind: "FRAME", message: "Please check the card details." });
  expect(token).not.toHaveBeenCalled();
});

test("keys that nobody asked for call nothing", () => {
  start().hear({ id: "keys", paymentKeys: ["pk_1"] });
  expect(token).not.toHaveBeenCalled();
});

const submitted = () => {
  const exchange = start();
  exchange.hear({ id: "state", complete: true, brand: null });
  const done = exchange.submit();
  exchange.hear({ id: "keys", paymentKeys: ["pk_1"] });
  return done;
};

test("a card whose screen was left while it was checked is given to nobody", async () => {
  let answer: (card: CardToken) => void = () => undefined;
  token.mockReturnValue(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const exchange = start();
  exchange.hear({ id: "state", complete: true, brand: "VISA" });
  const done = exchange.submit();
  exchange.hear({ id: "keys", paymentKeys: ["pk_1"] });
  await vi.waitFor(() => expect(token).toHaveBeenCalled(), 60_000);
  exchange.close();
  answer(visa);
  await expect(done).rejects.toMatchObject({ kind: "FRAME" });
});

// clause: PAY-20, PAY-22
test.each([
  ["CARD_DECLINED", "DECLINED"],
  ["CARD_EXPIRED", "EXPIRED"],
  ["INTERNAL", "FRAME"],
] as const)("a token call that answers %s is %s, with the server's message", async (code, kind) => {
  const { status, body } = refusal(code);
  token.mockRejectedValue(new ApiProblem(status, body, "/token"));
  await expect(submitted()).rejects.toMatchObject({ kind, message: body.message });
});

// clause: PAY-22
test("a card past its month is expired whatever the vault says", async () => {
  token.mockResolvedValue({ ...visa, card_expire_month: "10", card_expire_year: "2026" });
  await expect(submitted()).rejects.toMatchObject({ kind: "EXPIRED" });
  expect(isPast("11", "2026", "2026-11-21")).toBe(false);
  expect(isPast("1", "27", "2026-11-21")).toBe(false);
  expect(isPast("12", "25", "2026-11-21")).toBe(true);
});

test("an answer without success is a decline, no answer is silence", async () => {
  token.mockResolvedValue({ ...visa, status: "FAILED" });
  await expect(submitted()).rejects.toMatchObject({ kind: "DECLINED" });
  token.mockRejectedValue(new ApiProblem(0, {}, "/token"));
  await expect(submitted()).rejects.toMatchObject({ kind: "SILENT" });
});

// clause: PAY-20
test("the frame's own error ends the wait, and the next submit works", async () => {
  const exchange = start();
  exchange.hear({ id: "state", complete: true, brand: null });
  const first = exchange.submit();
  exchange.hear({ id: "error", message: "The vault is closed." });
  await expect(first).rejects.toMatchObject({ kind: "FRAME", message: "The vault is closed." });
  const second = exchange.submit();
  exchange.hear({ id: "keys", paymentKeys: ["pk_2"] });
  expect(await second).toBe(visa);
});

test("one submit at a time", async () => {
  const exchange = start();
  exchange.hear({ id: "state", complete: true, brand: null });
  const first = exchange.submit();
  await expect(exchange.submit()).rejects.toMatchObject({ kind: "BUSY" });
  exchange.hear({ id: "keys", paymentKeys: ["pk_1"] });
  await first;
  expect(posted).toHaveLength(1);
});

test("a frame that stays silent, or leaves the page, ends the wait", async () => {
  vi.useFakeTimers();
  const exchange = start();
  exchange.hear({ id: "state", complete: true, brand: null });
  const first = exchange.submit();
  vi.advanceTimersByTime(FRAME_TIMEOUT_MS);
  await expect(first).rejects.toMatchObject({ kind: "SILENT" });
  const second = exchange.submit();
  exchange.close();
  await expect(second).rejects.toMatchObject({ kind: "FRAME" });
});
