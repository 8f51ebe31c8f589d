import type { Conversion } from "../../api";
import { useI18n } from "../../i18n";
import { Money } from "../../ui";
import { useBooking } from "../BookingProvider";
import { ConversionNote } from "../ConversionNote";

/**
 * The sum in the hotel's currency, and what the other one is worth (SUMM-04): what the guest pays, or the total where
 * somebody else pays it or another sum says what a change costs.
 */
export function PaidIn(props: { total: number; guestPays: boolean; conversion: Conversion }) {
  const { total, guestPays, conversion } = props;
  const { t } = useI18n();
  const { currency } = useBooking();
  return (
    <div className="paid-in">
      <p>
        <span>{t(guestPays ? "lbl_total_in_property_currency" : "lbl_total_in_currency", { currency })}</span>
        <b>
          <Money amount={total} currency={currency} />
        </b>
      </p>
      <ConversionNote conversion={conversion} />
    </div>
  );
}
