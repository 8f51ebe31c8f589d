import type { Reason } from "../api";
import { useI18n } from "../i18n";

/**
 * Why something cannot be booked, in a few words: "Sold out on Dec 13", "Minimum stay 3 nights". A night before `today`
 * is over, and not one that will be for sale.
 */
export function useReasonWords(today = ""): (reason: Reason) => string {
  const { t, day } = useI18n();
  return ({ code, date, value }) => {
    const on = date ? day(date, "short") : "";
    const count = value ?? 0;
    switch (code) {
      case "SOLD_OUT":
        return date ? t("lbl_reason_sold_out_on", { day: on }) : t("lbl_reason_sold_out");
      case "STOP_SELL":
        return date ? t("lbl_reason_stop_sell_on", { day: on }) : t("lbl_reason_stop_sell");
      case "MIN_STAY":
        return t("lbl_reason_min_stay", { count });
      case "MAX_STAY":
        return t("lbl_reason_max_stay", { count });
      case "CLOSED_TO_ARRIVAL":
        return date ? t("lbl_reason_no_arrival_on", { day: on }) : t("lbl_reason_no_arrival");
      case "CLOSED_TO_DEPARTURE":
        return date ? t("lbl_reason_no_departure_on", { day: on }) : t("lbl_reason_no_departure");
      case "TOO_EARLY":
        return t("lbl_reason_too_early", { count });
      case "TOO_LATE":
        return t("lbl_reason_too_late", { count });
      case "PARTY_TOO_LARGE":
        return value ? t("lbl_reason_party", { count }) : t("lbl_reason_party_too_large");
      case "TOO_MANY_ADULTS":
        return value ? t("lbl_reason_adults", { count }) : t("lbl_reason_too_many_adults");
      case "TOO_MANY_CHILDREN":
        return value ? t("lbl_reason_children", { count }) : t("lbl_reason_too_many_children");
      case "FEWER_ROOMS_LEFT":
        return t("lbl_reason_fewer_rooms", { count });
      case "NOT_IN_BLOCK":
        return date ? t("lbl_reason_not_in_block_on", { day: on }) : t("lbl_reason_not_in_block");
      case "BEYOND_CALENDAR":
        return t(date && date < today ? "lbl_reason_not_offered" : "lbl_reason_beyond_calendar");
      default:
        return t("lbl_reason_not_offered");
    }
  };
}
