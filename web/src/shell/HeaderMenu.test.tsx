import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { HeaderMenu } from "./HeaderMenu";

test.each([
  [false, "dialog"],
  [true, null],
])("what a menu opens is a popup on desks, and unfolds in the drawer (%s)", (inDrawer, popup) => {
  render(
    <HeaderMenu label="Language" shown="English" inDrawer={inDrawer}>
      {() => null}
    </HeaderMenu>,
  );
  expect(screen.getByRole("button").getAttribute("aria-haspopup")).toBe(popup);
});
