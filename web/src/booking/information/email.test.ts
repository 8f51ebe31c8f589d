import { expect, test } from "vitest";
import { doubtEmail } from "./email";

test("an address without its ending gets likely ones, the country's own among them", () => {
  expect(doubtEmail("siobhan@example", "IE")).toEqual({
    kind: "ENDS_EARLY",
    domains: ["example.com", "example.ie"],
  });
  expect(doubtEmail("siobhan@example", "US")).toEqual({ kind: "ENDS_EARLY", domains: ["example.com"] });
  expect(doubtEmail("siobhan@", null)).toEqual({ kind: "ENDS_EARLY", domains: ["example.com"] });
});

test("a slip of a well-known service is offered mended", () => {
  expect(doubtEmail("li@gmial.com", "CN")).toEqual({
    kind: "LOOKS_LIKE",
    domain: "gmail.com",
    email: "li@gmail.com",
  });
  expect(doubtEmail("li@hotmail.con", null)).toMatchObject({ domain: "hotmail.com" });
  expect(doubtEmail("li@gmail", null)).toMatchObject({ email: "li@gmail.com" });
  expect(doubtEmail("li@outlook.com.", null)).toMatchObject({ email: "li@outlook.com" });
});

test("a missing at sign or name is said", () => {
  expect(doubtEmail("siobhan.example.ie", "IE")).toEqual({ kind: "NO_AT" });
  expect(doubtEmail("@example.ie", "IE")).toEqual({ kind: "NO_NAME" });
});

test.each(["a@gmail.com", "a@gmx.net", "a@example.ie", "a@mail.example.co.uk", "a@me.com", "a@live.co"])(
  "%s is let alone",
  (email) => {
    expect(doubtEmail(email, "IE")).toBeNull();
  },
);
