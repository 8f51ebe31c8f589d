import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Boundary } from "./Boundary";

function Broken(): never {
  throw new Error("a file did not load");
}

beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

test("a screen that breaks leaves words and a way on, never a blank page", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  const fetch = vi.spyOn(window, "fetch").mockRejectedValueOnce(new TypeError("no network"));
  render(
    <Boundary>
      <Broken />
    </Boundary>,
  );
  expect(screen.getByRole("heading").textContent).toBe("Oops! something went wrong");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/^The server did not answer/)).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  fetch.mockResolvedValue(new Response());
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test("moving on leaves what is broken behind", () => {
  const { rerender } = render(
    <Boundary at="/rooms">
      <Broken />
    </Boundary>,
  );
  rerender(<Boundary at="/search">here</Boundary>);
  expect(screen.getByText("here")).toBeTruthy();
});
