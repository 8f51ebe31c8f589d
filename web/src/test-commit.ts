/** For tests: what a guest does between a picture and its effects, as on a slow machine. */
import { act } from "@testing-library/react";
import { useLayoutEffect } from "react";

let then: (() => void) | null = null;

/** In the component that draws the change. */
export function useCommit(): void {
  useLayoutEffect(() => {
    const now = then;
    then = null;
    now?.();
  });
}

/** Draws `change` as the network's answers are drawn, and does `next` at once, before the effects of that have run. */
export async function atCommit(change: () => void, next: () => void): Promise<void> {
  const settings = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  settings.IS_REACT_ACT_ENVIRONMENT = false;
  await new Promise<void>((resolve) => {
    then = () => {
      next();
      resolve();
    };
    change();
  });
  settings.IS_REACT_ACT_ENVIRONMENT = true;
  await act(async () => undefined);
}

export function press(on: Element | null, key: string): void {
  on?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}
