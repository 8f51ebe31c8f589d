import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { I18nProvider } from "../i18n";
import { useListed } from "./listed";

function listed(language: string, names: string[]) {
  let list = "";
  function List() {
    list = useListed()(names);
    return null;
  }
  render(
    <I18nProvider language={language} labels={{}}>
      <List />
    </I18nProvider>,
  );
  return list;
}

test("names that are written from left to right are listed from right to left in Arabic and Hebrew", () => {
  const names = ["1. King", "2. Twin"];
  expect(listed("en_US", names)).toBe("1. King, 2. Twin");
  expect(listed("ar_AE", names)).toBe("\u200f\u20681. King\u2069، \u20682. Twin\u2069");
  expect(listed("he_IL", names)).toBe("\u200f\u20681. King\u2069, \u20682. Twin\u2069");
});
