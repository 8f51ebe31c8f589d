import { expect, test } from "vitest";
import { refuseStorage } from "../test-storage";
import { forgetWho } from "./leaving";

test("a browser that refuses storage has nothing to forget", () => {
  refuseStorage();
  expect(() => forgetWho()).not.toThrow();
});
