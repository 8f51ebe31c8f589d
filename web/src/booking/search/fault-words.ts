import { useI18n } from "../../i18n";
import { useBooking } from "../BookingProvider";
import type { SearchFault } from "../search-data";

/** What has to be mended before a search can start (SEARCH-09, SEARCH-17). */
export function useFaultWords(): (fault: SearchFault) => string {
  const { t, day } = useI18n();
  const { limits } = useBooking();
  return (fault) => {
    if (fault === "ages") return t("lbl_ages_missing");
    if (fault === "guests") return t("lbl_max_occupancy_exceed", { count: limits.maxGuests });
    // from the first day to the last that a stay may end on there is a night too many
    if (fault === "long") return t("lbl_reason_max_stay", { count: limits.maxNights });
    return t("lbl_check_in_cannot_be_earlier", { min: day(limits.firstDay), max: day(limits.lastDay) });
  };
}
