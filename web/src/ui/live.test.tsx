import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { LiveRegion, say } from "./live";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("what was said is not met on a later screen, and the next sentence has its own time", () => {
  vi.useFakeTimers();
  render(<LiveRegion />);
  const said = () => screen.getByRole("status").textContent;
  act(() => say("5 rooms found"));
  act(() => vi.advanceTimersByTime(9_000));
  act(() => say("Deluxe King is in your stay"));
  act(() => vi.advanceTimersByTime(9_000));
  expect(said()).toBe("Deluxe King is in your stay");
  act(() => vi.advanceTimersByTime(1_000));
  expect(said()).toBe("");
});
