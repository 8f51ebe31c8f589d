import { useI18n } from "../../i18n";
import { Notice } from "../../ui";
import { useBooking } from "../BookingProvider";
import { ChangeOver } from "../editing/ChangeOver";

/** What was held before the page was loaded ran out meanwhile. */
export default function RanOut() {
  const { t } = useI18n();
  const { property, state } = useBooking();
  if (state.ranOut !== "booking") return <ChangeOver />;
  return (
    <Notice tone="warn" role="alert">
      <b>{t("lbl_refused_expired_title")}</b> {t("lbl_refused_expired", { minutes: property.hold_minutes })}
    </Notice>
  );
}
