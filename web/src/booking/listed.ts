/** Names side by side inside a sentence. */
import { useI18n } from "../i18n";

/** Where the page runs from right to left the list does too, whatever script its names are written in. */
export function useListed(): (names: readonly string[]) => string {
  const { dir, facts } = useI18n();
  return (names) =>
    dir === "rtl" ? `\u200f${facts(names.map((name) => `\u2068${name}\u2069`))}` : facts(names);
}
