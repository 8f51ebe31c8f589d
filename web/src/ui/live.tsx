import { useEffect, useState } from "react";

/** So long a sentence stands: who reads the page from line to line later does not meet it on another screen. */
const STANDS = 10_000;

/**
 * What screen readers hear when something changed that is not where the focus is: "Deluxe King is in your stay",
 * "3 rooms found". One region for the page; `say()` from anywhere.
 */
let speak: ((text: string) => void) | null = null;

/** Reads a sentence out, politely. The same sentence twice is read twice. */
export function say(text: string): void {
  speak?.(text);
}

export function LiveRegion() {
  const [said, setSaid] = useState({ text: "", turn: 0 });
  useEffect(() => {
    speak = (text) => setSaid((before) => ({ text, turn: before.turn + 1 }));
    return () => {
      speak = null;
    };
  }, []);
  useEffect(() => {
    if (!said.text) return;
    const over = setTimeout(() => setSaid((before) => ({ ...before, text: "" })), STANDS);
    return () => clearTimeout(over);
  }, [said]);
  return (
    <div className="vh" role="status" aria-live="polite" data-live>
      <span key={said.turn}>{said.text}</span>
    </div>
  );
}
