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

test("a coast that begins at the date line stays where most of it is", () => {
  const ring = unrolled([
    [-180, 69],
    [179, 70],
    [10, 40],
    [100, 5],
    [179, 65],
    [-180, 69],
  ]);
  expect(ring?.map(([longitude]) => longitude)).toEqual([180, 179, 10, 100, 179, 180]);
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
