/** Why a stay cannot be changed, or not any more. Pure. */
import type { LabelKey } from "../../i18n";

/** By the server's reason; what its status says already is not said again. */
const FIXED = {
  BEGUN: "lbl_fixed_begun",
  POINTS: "lbl_fixed_points",
  FINAL: "lbl_fixed_final",
  CURRENCY: "lbl_fixed_currency",
  PAYMENT: "lbl_fixed_payment",
} as const satisfies Record<string, LabelKey>;

type Fixed = (typeof FIXED)[keyof typeof FIXED];

/** Why a change that has begun cannot be gone on with. */
export type ChangeEnd = Fixed | "lbl_change_over" | "lbl_change_ended" | "lbl_changed_elsewhere";

export const whyFixed = (reason: string | null | undefined): Fixed | null =>
  FIXED[reason as keyof typeof FIXED] ?? null;

/** Where the stay stood otherwise when the change began: a deadline has passed, or another has changed it. */
export const whyEnded = (reason: string | undefined): ChangeEnd =>
  whyFixed(reason) ?? "lbl_changed_elsewhere";
