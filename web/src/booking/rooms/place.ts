/**
 * How tall the cards of a list were on screen, for as long as the page is open, and where in it the guest was when the
 * page was loaded anew. A card that is out of sight is not drawn, and what is foretold of it is a guess: with this the
 * way back, and a reload, find every room where it was left.
 */
import { type CSSProperties, type RefObject, useLayoutEffect } from "react";
import { keepInTab, recallInTab } from "../in-tab";

const KEY = "portico.place";

/** The list as it was left with the page. */
interface Left {
  href: string;
  top: number;
  width: number;
  tall: [string, number][];
}

let left = recall();
const tall = new Map(left?.tall);
/** A window of another width breaks the lines of its cards elsewhere. */
let width = left?.width ?? 0;
// whoever moves on from where they were begins at the top
window.addEventListener("hashchange", () => {
  left = null;
});

/** What the same entry of the history was left with; a link that was opened begins at the top. */
function recall(): Left | null {
  const [loaded] = performance.getEntriesByType("navigation");
  if (!loaded || (loaded as PerformanceNavigationTiming).type === "navigate") return null;
  const kept = recallInTab<Left>(KEY);
  return kept?.href === window.location.href ? kept : null;
}

function keep(tall: [string, number][]): void {
  const now: Left = { href: window.location.href, top: window.scrollY, width, tall };
  keepInTab(KEY, now);
}

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

/**
 * Measures a list and those of its cards that were drawn when it is left, each under its `data-place`. The first one
 * after a reload is shown where it was left.
 */
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
    const measure = () => {
      if (width !== window.innerWidth) tall.clear();
      width = window.innerWidth;
      for (const [card, at] of drawn.set(element, width)) {
        const { place } = card.dataset;
        const borders = card.offsetHeight - card.clientHeight;
        if (place && card.isConnected && at === width)
          tall.set(place, card.getBoundingClientRect().height - borders);
      }
    };
    const onLeave = () => {
      measure();
      const mine = [element, ...element.querySelectorAll<HTMLElement>("[data-place]")].map(
        ({ dataset }) => dataset.place,
      );
      keep([...tall].filter(([place]) => mine.includes(place)));
    };
    element.addEventListener("contentvisibilityautostatechange", onChange);
    window.addEventListener("pagehide", onLeave);
    if (left) window.scrollTo({ top: left.top });
    left = null;
    return () => {
      element.removeEventListener("contentvisibilityautostatechange", onChange);
      window.removeEventListener("pagehide", onLeave);
      measure();
    };
  }, [list]);
}
