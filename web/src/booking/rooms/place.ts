/**
 * How tall the cards of a list were on screen, for as long as the page is open. A card that is out of sight is not
 * drawn, and what is foretold of it is a guess: with this the way back finds every room where it was left.
 */
import { type CSSProperties, type RefObject, useLayoutEffect } from "react";

const tall = new Map<string, number>();
/** A window of another width breaks the lines of its cards elsewhere. */
let width = 0;

/** How tall it was, if it has been on screen. */
export function tallOf(id: string): number | undefined {
  return width === window.innerWidth ? tall.get(id) : undefined;
}

/** Names a card, and foretells how tall it is while it is not drawn. */
export function placed(id: string): { "data-place": string; style: CSSProperties } {
  const known = tallOf(id);
  return {
    "data-place": id,
    style: known === undefined ? {} : ({ "--tall": `${known}px` } as CSSProperties),
  };
}

/** Measures a list and those of its cards that were drawn when it is left, each under its `data-place`. */
export function usePlaces(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    // a card that was never drawn is as tall as was guessed; one drawn at another width is not what it would be now
    const drawn = new Map<HTMLElement, number>();
    const onChange = (event: Event) => {
      const { target, skipped } = event as ContentVisibilityAutoStateChangeEvent;
      if (!skipped) drawn.set(target as HTMLElement, window.innerWidth);
    };
    element.addEventListener("contentvisibilityautostatechange", onChange);
    return () => {
      element.removeEventListener("contentvisibilityautostatechange", onChange);
      if (width !== window.innerWidth) tall.clear();
      width = window.innerWidth;
      for (const [card, at] of drawn.set(element, width)) {
        const { place } = card.dataset;
        const borders = card.offsetHeight - card.clientHeight;
        if (place && card.isConnected && at === width)
          tall.set(place, card.getBoundingClientRect().height - borders);
      }
    };
  }, [list]);
}
