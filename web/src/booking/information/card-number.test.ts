import { expect, test } from "vitest";
import { holdsCardNumber } from "./card-number";

test.each([
  "my card is 4242 4242 4242 4242 cvc 123",
  "4242424242424242",
  "4242-4242-4242-4242-12/29",
  "3782 822463 10005",
  "3056 930902 5904",
  "4222222222222",
  "6205 5000 0000 0000 004",
  "+353850123456 5555 5555 5555 4444",
  "card:2223003122003222.",
  "٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢",
])("%s has a card's number in it", (text) => {
  expect(holdsCardNumber(text)).toBe(true);
});

test.each([
  "4242 4242 4242 4241",
  "call +4915123456780 or 0049 1512 3456 780",
  "085 012 3456 086 123 4567",
  "415 555 0100 415 555 0199",
  "06 12 34 56 78, 06 12 34 56 79",
  "ticket 2202345678902",
  "4242 4242, then 4242 4242",
  "42424242424242424242",
  "0000 0000 0000 0000",
  "",
])("%s has none", (text) => {
  expect(holdsCardNumber(text)).toBe(false);
});
