import { describe, expect, test } from "vitest";
import { FRAME_SIZE, frameOrigin, readBankMessage, readFrameMessage } from "./messages";

const VAULT = "https://vault.example";
const frame = { name: "the frame's window" };
const other = { name: "another window" };
const from = (data: unknown, origin = VAULT, source: unknown = frame) =>
  readFrameMessage({ data, origin, source }, VAULT, frame);

describe("who speaks", () => {
  // clause: PAY-23
  test("the frame is heard", () => {
    expect(from({ paymentKeys: ["pk_1"] })).toEqual({ id: "keys", paymentKeys: ["pk_1"] });
    expect(from({ id: "terms" })).toEqual({ id: "terms" });
    expect(from({ id: "privacy" })).toEqual({ id: "privacy" });
  });

  test.each([
    "https://vault.example.evil.example",
    "http://vault.example",
    "https://vault.example:8443",
    "https://page.example",
    "null",
    "",
  ])("origin %s is not", (origin) => {
    expect(from({ paymentKeys: ["pk_1"] }, origin)).toBeNull();
  });

  test("another window of the vault's origin is not, and none is not", () => {
    expect(from({ paymentKeys: ["pk_1"] }, VAULT, other)).toBeNull();
    expect(from({ paymentKeys: ["pk_1"] }, VAULT, null)).toBeNull();
    expect(readFrameMessage({ data: { id: "terms" }, origin: VAULT, source: null }, VAULT, null)).toBeNull();
  });
});

describe("what is said", () => {
  test.each([
    null,
    undefined,
    "ready",
    7,
    [],
    {},
    { id: "submit" },
    { id: "ready" },
    { id: "ready", height: "1e9" },
    { paymentKeys: [] },
    { paymentKeys: [7] },
  ])("%j says nothing", (data) => {
    expect(from(data)).toBeNull();
  });

  // clause: PAY-08
  test("heights stay within reason", () => {
    expect(from({ id: "ready", height: 411.2 })).toEqual({ id: "ready", height: 412 });
    expect(FRAME_SIZE).toEqual({ width: 800, height: 650 });
    expect(from({ id: "resize", height: 1e9 })).toEqual({ id: "resize", height: FRAME_SIZE.height });
    expect(from({ id: "resize", height: -3 })).toEqual({ id: "resize", height: 160 });
  });

  test("state and error are read carefully", () => {
    expect(from({ id: "state", complete: true, brand: "VISA" })).toEqual({
      id: "state",
      complete: true,
      brand: "VISA",
    });
    expect(from({ id: "state", complete: "yes", brand: 4 })).toEqual({
      id: "state",
      complete: false,
      brand: null,
    });
    expect(from({ id: "error" })).toEqual({ id: "error", message: "" });
  });
});

test("only the bank's own page says that it stands, that the guest has answered or leaves", () => {
  const heard = (data: unknown, origin = VAULT, source: unknown = frame) =>
    readBankMessage({ data, origin, source }, VAULT, frame);
  for (const id of ["ready", "challenge", "escape"] as const) {
    expect(heard({ id })).toBe(id);
    expect(heard({ id }, "https://evil.example")).toBeNull();
    expect(heard({ id }, VAULT, other)).toBeNull();
    expect(readBankMessage({ data: { id }, origin: VAULT, source: null }, VAULT, null)).toBeNull();
  }
  for (const data of [null, "challenge", {}, { id: "paid" }]) expect(heard(data)).toBeNull();
});

test("a frame is only shown from the vault's own origin, and encrypted where the page is", () => {
  const local = "http://127.0.0.1:8081";
  expect(frameOrigin("https://vault.example/frame?key=1", VAULT, "https:")).toBe(VAULT);
  expect(frameOrigin("https://vault.example/frame?key=1", VAULT, "http:")).toBe(VAULT);
  expect(frameOrigin(`${local}/frame?key=1`, local, "http:")).toBe(local);
  expect(frameOrigin(`${local}/frame?key=1`, local, "https:")).toBeNull();
  expect(frameOrigin("https://evil.example/frame", VAULT, "https:")).toBeNull();
  expect(frameOrigin("javascript:alert(1)", VAULT, "http:")).toBeNull();
  expect(frameOrigin("/frame", VAULT, "https:")).toBeNull();
});
