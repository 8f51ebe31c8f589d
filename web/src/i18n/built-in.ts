/**
 * The English that is part of the page (I18N-07). What start-up, header and popups say is there from the first moment;
 * the rest is a file of its own, because nearly every guest gets it from the server anyway.
 */
import shell from "../../../labels/en/shell.json";
import type { Labels } from "./english";

let labels: Labels = shell;

/** The English labels known so far: what a label falls back to. */
export function builtInLabels(): Labels {
  return labels;
}

/** Loads the whole English set. When even that fails the first part stands. */
export async function loadBuiltIn(): Promise<Labels> {
  try {
    labels = (await import("./english")).english;
  } catch {
    // offline: the first part has what the error popup needs
  }
  return labels;
}

/** For tests and the pretended server. */
export function setBuiltIn(all: Labels): void {
  labels = all;
}
