/** What cancelling costs, by where it comes from. Pure. */
import type { LabelKey } from "../i18n";

/** Kept is only what was paid; the hotel asks for what is left of the cost. Where it costs nothing, nothing is kept. */
export function costLines(
  keeps: LabelKey,
  penalty: number,
  kept: number,
): [label: LabelKey, amount: number][] {
  if (kept >= penalty) return [[keeps, penalty]];
  if (kept <= 0) return [["lbl_cancelling_asked", penalty]];
  return [
    [keeps, kept],
    ["lbl_cancelling_asked_rest", penalty - kept],
  ];
}
