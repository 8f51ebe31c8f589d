import { useI18n } from "../../i18n";
import { Notice } from "../../ui";
import { useBooking } from "../BookingProvider";
import { ChangeOver } from "../editing/ChangeOver";

/** What was held before the page was loaded ran out meanwhile, or another currency ended a change. */
export default function RanOut() {
  const { t } = useI18n();
  const { property, state } = useBooking();
  // the rooms say so themselves
  if (state.ranOut && state.ranOut !== "booking" && "of" in state.ranOut) return null;
  // why a change ended is not known after a reload; that a search begins another stay is
  if (state.ranOut !== "booking") return <ChangeOver words="lbl_change_ended" />;
  return (
    <Notice tone="warn" role="alert">
      <b>{t("lbl_refused_expired_title")}</b> {t("lbl_refused_expired", { minutes: property.hold_minutes })}
    </Notice>
  );
}
