import { useEffect } from "react";

/**
 * Whether code of a third party was let into this page. Nothing takes it out again but a page loaded anew, so nobody
 * pays here any more (decisions.md, "Third-party scripts").
 */
let inside = false;

export const letStrangersIn = (): void => {
  inside = true;
};
export const strangersInside = (): boolean => inside;

/**
 * True while the page is loaded anew, since a card is about to be typed beside a third party's code: what asks for one
 * has a page to itself, which finds again what it is for.
 */
export function useOwnPage(asksForCard = true): boolean {
  const anew = asksForCard && inside;
  useEffect(() => {
    if (anew) window.location.reload();
  }, [anew]);
  return anew;
}
