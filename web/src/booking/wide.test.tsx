import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { usePhone } from "./wide";

function Shown() {
  return <p>{usePhone() ? "phone" : "desk"}</p>;
}

/** A window of that width, as media queries see it. */
function resize(width: number): void {
  vi.stubGlobal("matchMedia", (query: string) => {
    const most = Number(/max-width:\s*(\d+)px/.exec(query)?.[1]);
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
