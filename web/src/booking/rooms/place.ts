/**
 * How tall the cards of a list were on screen, for as long as the page is open. A card that is out of sight is not
 * drawn, and what is foretold of it is a guess: with this the way back finds every room where it was left.
 */
import { type CSSProperties, type RefObject, useEffect } from "react";

const tall = new Map<string, number>();
/** A window of another width breaks the lines of its cards elsewhere. */
let width = 0;

/** How tall it was, if it has been on screen. */
export function tallOf(id: string): number | undefined {
  return width === window.innerWidth ? tall.get(id) : undefined;
}

/** Foretells how tall a card is that is not drawn yet. */
export function foretold(id: string): CSSProperties {
  const known = tallOf(id);
  return known === undefined ? {} : ({ "--tall": `${known}px` } as CSSProperties);
}

/** Watches a list, under the name `id`, and its cards, each under that of its `data-place`; `drawn` are these. */
export function usePlaces(list: RefObject<HTMLElement | null>, id: string, drawn: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other cards are other elements to watch
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver((entries) => {
      if (width !== window.innerWidth) tall.clear();
      width = window.innerWidth;
      for (const { target, contentRect } of entries) {
        const name = target === element ? id : (target as HTMLElement).dataset.place;
        if (name) tall.set(name, contentRect.height);
      }
    });
    observer.observe(element);
    for (const card of element.children) observer.observe(card);
    return () => observer.disconnect();
  }, [list, id, drawn]);
}
