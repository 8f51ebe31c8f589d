/**
 * Whether code of a third party was let into this page. Nothing takes it out again but a page loaded anew, so nobody
 * pays here any more (decisions.md, "Third-party scripts").
 */
let inside = false;

export const letStrangersIn = (): void => {
  inside = true;
};
export const strangersInside = (): boolean => inside;
