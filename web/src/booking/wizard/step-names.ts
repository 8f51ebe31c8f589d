/** What each step is called. */
export const STEP_LABELS = {
  search: "lbl_step_search",
  rooms: "lbl_step_rooms",
  addons: "lbl_step_addons",
  pointsRedemption: "lbl_step_points_redemption",
  information: "lbl_step_information",
  payment: "lbl_step_payment",
  confirmation: "lbl_step_confirmation",
} as const;

/** What each step asks for (WIZ-04). */
export const STEP_HINTS = {
  search: "lbl_hint_search",
  rooms: "lbl_hint_rooms",
  addons: "lbl_hint_addons",
  pointsRedemption: "lbl_hint_points_redemption",
  information: "lbl_hint_information",
  payment: "lbl_hint_payment",
  confirmation: "lbl_hint_confirmation",
} as const;
