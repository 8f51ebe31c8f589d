import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { I18nProvider } from "../i18n";
import { english } from "../i18n/english";
import { atCommit, press, useCommit } from "../test-commit";
import { DayPicker } from "./DayPicker";

let mark: (marked: boolean) => void = () => undefined;

function Days() {
  const [marked, setMarked] = useState(false);
  mark = setMarked;
  useCommit();
  return (
    <I18nProvider language="en" labels={english}>
      <DayPicker
        value="2026-12-08"
        first="2026-12-01"
        last="2027-03-31"
        onPick={() => undefined}
        marks={() => ({ line: marked, said: false })}
      />
    </I18nProvider>
  );
}

const day = (date: string) => document.querySelector(`[data-day="${date}"]`);

test("an arrow that is pressed while marks come walks all the same", async () => {
  render(<Days />);
  expect(document.activeElement).toBe(day("2026-12-08"));
  await atCommit(
    () => mark(true),
    () => press(day("2026-12-08"), "ArrowRight"),
  );
  expect(document.activeElement).toBe(day("2026-12-09"));
});

test("a key that leads nowhere leaves the focus to the button that is pressed next", () => {
  render(<Days />);
  fireEvent.keyDown(day("2026-12-08") as Element, { key: "PageUp" });
  expect(document.activeElement).toBe(day("2026-12-01"));
  fireEvent.keyDown(day("2026-12-01") as Element, { key: "ArrowLeft" });
  const later = screen.getByRole("button", { name: "Later month" });
  act(() => later.focus());
  fireEvent.click(later);
  expect(document.activeElement).toBe(later);
});
