import type { GuaranteeType } from "../../api";
import { useI18n } from "../../i18n";
import { useBooking } from "../BookingProvider";

/** What a guarantee type is called. One that is paid by a link holds a stay that is changed, but pays no change of it. */
export function useGuaranteeName(): (type: GuaranteeType) => string {
  const { t } = useI18n();
  const { names, state } = useBooking();
  return (type) =>
    state.profile?.existing_reservation && type.instant_booking
      ? t("lbl_existing_guarantee")
      : names.field("GUARANTEE_TYPE", type.id, "name", type.name);
}
