import { useI18n } from "../../i18n";
import { Notice } from "../../ui";
import { useBooking } from "../BookingProvider";
import { isNotThrough } from "./ordered";

/** After an order of which nobody knew how it had ended was asked for: it is sent once more from here. */
export function NotThrough() {
  const { t } = useI18n();
  const { state } = useBooking();
  if (!state.batch || !isNotThrough(state.batch.batch_id)) return null;
  return (
    <Notice tone="warn" role="alert">
      <p>
        <b>{t("lbl_not_through_title")}</b>
      </p>
      <p>{t("lbl_not_through")}</p>
    </Notice>
  );
}
