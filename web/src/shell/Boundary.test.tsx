import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Boundary } from "./Boundary";

function Broken(): never {
  throw new Error("a file did not load");
}

test("a screen that breaks leaves words and a way on, never a blank page", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  render(
    <Boundary>
      <Broken />
    </Boundary>,
  );
  expect(screen.getByRole("alert").textContent).toContain("Oops! something went wrong");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(reload).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});
