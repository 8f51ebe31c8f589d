import { act, fireEvent, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FRAME_TIMEOUT_MS } from "./exchange";
import { SILENCE_MS, VaultFrame } from "./VaultFrame";

const words = "The page could not be loaded. Nothing is lost: please try again.";
const ref = createRef<HTMLIFrameElement>();
const frame = (ready: boolean) => (
  <VaultFrame ref={ref} ready={ready} address="about:blank" title="Page to pay on" className="pay-frame" />
);
const pass = (time: number) => act(() => vi.advanceTimersByTime(time));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a page that does not come is told, and asked for again", () => {
  render(frame(false));
  const first = screen.getByTitle("Page to pay on");
  pass(FRAME_TIMEOUT_MS - 1);
  expect(screen.queryByText(words)).toBeNull();
  pass(1);
  expect(screen.getByRole("alert").textContent).toContain(words);
  expect(screen.queryByTitle("Page to pay on")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.queryByText(words)).toBeNull();
  expect(screen.getByTitle("Page to pay on")).not.toBe(first);
  // as long as the first
  pass(FRAME_TIMEOUT_MS);
  expect(screen.queryByText(words)).not.toBeNull();
});

test("another page in its place is told soon after it has loaded", () => {
  render(frame(false));
  fireEvent.load(screen.getByTitle("Page to pay on"));
  pass(SILENCE_MS);
  expect(screen.queryByText(words)).not.toBeNull();
});

test("a page that has spoken stays, and takes the focus of who asked for it again", () => {
  const { rerender } = render(frame(false));
  pass(FRAME_TIMEOUT_MS);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  rerender(frame(true));
  expect(document.activeElement).toBe(screen.getByTitle("Page to pay on"));
  expect(screen.getByTitle("Page to pay on").classList.contains("skeleton")).toBe(false);
  pass(2 * FRAME_TIMEOUT_MS);
  expect(screen.queryByText(words)).toBeNull();
});

test("a page that dies under the focus leaves it on the way to ask for it again, each time", () => {
  const again = () => screen.getByRole("button", { name: "Try again" });
  const { rerender } = render(frame(true));
  screen.getByTitle("Page to pay on").focus();
  rerender(frame(false));
  pass(FRAME_TIMEOUT_MS);
  expect(document.activeElement).toBe(again());
  fireEvent.click(again());
  pass(FRAME_TIMEOUT_MS);
  expect(document.activeElement).toBe(again());
});

test("the page that comes next is waited for like the first, and asked for from the beginning", () => {
  const { rerender } = render(frame(false));
  fireEvent.load(screen.getByTitle("Page to pay on"));
  rerender(frame(true));
  pass(2 * FRAME_TIMEOUT_MS);
  rerender(frame(false));
  pass(FRAME_TIMEOUT_MS - 1);
  expect(screen.queryByText(words)).toBeNull();
  pass(1);
  expect(screen.getByRole("alert").textContent).toContain(words);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.getByTitle("Page to pay on").getAttribute("src")).toBe("about:blank");
});
