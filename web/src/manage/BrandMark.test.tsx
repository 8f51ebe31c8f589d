import { cleanup, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { BrandMark } from "./BrandMark";

// clause: CARD-10
test("each brand of cards has a mark of its own, and any other is a plain card", () => {
  const drawn = (brand: string) => {
    const { innerHTML } = render(<BrandMark brand={brand} />).container;
    cleanup();
    return innerHTML;
  };
  const brands = ["AMEX", "DINERS", "DISCOVER", "INTERAC", "JCB", "MASTER", "OTHER", "VISA"];
  const marks = brands.map(drawn);
  expect(new Set(marks).size).toBe(brands.length);
  expect(marks.every((mark) => mark.startsWith("<svg"))).toBe(true);
  expect(drawn("Visa")).toBe(drawn("VISA"));
  expect(drawn("UNIONPAY")).toBe(drawn("OTHER"));
});
