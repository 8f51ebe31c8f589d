import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { usePhone } from "./wide";

function Shown() {
  return <p>{usePhone() ? "phone" : "desk"}</p>;
}

/** A window of that width and letters of that size, as media queries see them. */
function resize(width: number, letters = 16): void {
  vi.stubGlobal("matchMedia", (query: string) => {
    const most = letters * Number(/max-width:\s*(\d+)rem/.exec(query)?.[1]);
    return {
      matches: width <= most,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    };
  });
}
afterEach(() => vi.unstubAllGlobals());

// clause: START-24
test("768 is a phone, 769 is a desk", () => {
  resize(768);
  const { unmount } = render(<Shown />);
  expect(screen.getByText("phone")).toBeTruthy();
  unmount();
  resize(769);
  render(<Shown />);
  expect(screen.getByText("desk")).toBeTruthy();
});

test("larger letters need a wider desk, as in the style sheets", () => {
  resize(900, 20);
  render(<Shown />);
  expect(screen.getByText("phone")).toBeTruthy();
});
