import type { Conversion } from "../../api";
import { useI18n } from "../../i18n";
import { Money } from "../../ui";
import { useBooking } from "../BookingProvider";
import { ConversionNote } from "../ConversionNote";

/** The total in the hotel's currency, which the guest pays in, and what the other one is worth (SUMM-04). */
export function PaidIn({ total, conversion }: { total: number; conversion: Conversion }) {
  const { t } = useI18n();
  const { currency } = useBooking();
  return (
    <div className="paid-in">
      <p>
        <span>{t("lbl_total_in_property_currency", { currency })}</span>
        <b>
          <Money amount={total} currency={currency} />
        </b>
      </p>
      <ConversionNote conversion={conversion} />
    </div>
  );
}
