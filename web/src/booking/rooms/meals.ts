import type { RateOffer } from "../../api";
import type { LabelKey } from "../../i18n";

const meals: Readonly<Record<string, LabelKey>> = {
  BREAKFAST: "lbl_meal_breakfast",
  HALF_BOARD: "lbl_meal_half_board",
  FULL_BOARD: "lbl_meal_full_board",
  ALL_INCLUSIVE: "lbl_meal_all_inclusive",
};

/** What there is to eat, in words. */
export const mealOf = (rate: RateOffer): LabelKey => meals[rate.meal ?? ""] ?? "lbl_meal_room_only";
