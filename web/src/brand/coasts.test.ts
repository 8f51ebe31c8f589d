import { expect, test } from "vitest";
import { unrolled } from "./coasts";

test("a coast over the date line runs on, and comes back to where it began", () => {
  expect(
    unrolled([
      [170, 60],
      [-175, 65],
      [-178, 70],
      [170, 60],
    ]),
  ).toEqual([
    [170, 60],
    [185, 65],
    [182, 70],
    [170, 60],
  ]);
});

test("a coast around the whole earth is left out", () => {
  expect(
    unrolled([
      [-180, -70],
      [-60, -72],
      [60, -68],
      [180, -70],
      [-180, -70],
    ]),
  ).toBeNull();
});
