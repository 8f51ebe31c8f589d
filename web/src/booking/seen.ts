/** What a guest typed or pasted, as an eye sees it. Pure. */

/** Ends of lines other than the one that a keyboard makes. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Controls and the marks that turn the direction of writing, as the server names them. */
const UNSEEN = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A text without the signs that no eye sees: pasted ones have them, and the server takes none. */
export const seen = (text: string): string => text.replace(LINE_ENDS, "\n").replace(UNSEEN, "").trim();

/** The same of one line, its letters composed. */
export const seenLine = (text: string): string => seen(text).normalize("NFC").replace(/ {2,}/g, " ");
