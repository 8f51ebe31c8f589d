import type { RateOffer } from "../../api";
import { useI18n } from "../../i18n";
import { Dialog, Money, Skeleton } from "../../ui";
import { useBooking } from "../BookingProvider";
import { ConversionNote } from "../ConversionNote";
import { inGuestCurrency } from "../conversion";
import { NightByNight } from "../NightByNight";
import { StayTotal } from "../StayTotal";
import type { SearchRoom } from "../search-data";
import { stayTotal } from "./offers";
import { useBreakdown } from "./useBreakdown";

/** What the price is made of: each night with its taxes and fees, and the total (ROOMS-25, ROOMS-26, PRICE-06). For one room. */
export function PriceDetails(props: {
  /** As the server sent it. */
  rate: RateOffer;
  stay: SearchRoom;
  name: string;
  roomName: string;
  description: string;
  onClose: () => void;
}) {
  const { rate: sent, stay, name, roomName, description, onClose } = props;
  const { t } = useI18n();
  const { shownCurrency: currency } = useBooking();
  const asked = useBreakdown(sent, stay);
  const rate = inGuestCurrency(sent);
  const sum = rate.price_summary;
  const count = rate.price_details.length;
  const lines = [
    { label: t("lbl_rate_for_nights", { count }), amount: sum.total_amount_after_discount },
    { label: t("lbl_taxes_on_top"), amount: sum.total_exclusive_tax_amount },
    { label: t("lbl_mandatory_fees"), amount: sum.total_fee_amount },
  ].filter((line, index) => index === 0 || line.amount !== 0);
  return (
    <Dialog wide title={`${roomName}, ${name}`} onClose={onClose}>
      <div className="price-details">
        {description && <p className="quiet">{description}</p>}
        <h3>{t("lbl_night_by_night")}</h3>
        {asked.loading ? (
          <Skeleton block={`${Math.min(count, 3) * 8}rem`} />
        ) : asked.breakdown ? (
          <NightByNight nights={inGuestCurrency(asked.breakdown.rates)} currency={currency} />
        ) : (
          <RateByNight rate={rate} currency={currency} />
        )}
        <dl className="lines sums">
          {lines.map((line) => (
            <div key={line.label}>
              <dt>{line.label}</dt>
              <dd>
                <Money amount={line.amount} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
        <StayTotal amount={stayTotal(rate)} currency={currency} />
        {sum.total_inclusive_tax_amount > 0 && (
          <dl className="lines">
            <div className="note">
              <dt>{t("lbl_tax_contained", { tax: t("lbl_taxes") })}</dt>
              <dd>
                <Money amount={sum.total_inclusive_tax_amount} currency={currency} />
              </dd>
            </div>
          </dl>
        )}
        <ConversionNote conversion={asked.breakdown?.conversion} />
      </div>
    </Dialog>
  );
}

/** The nightly rates alone, where nobody can say what they are made of. */
function RateByNight({ rate, currency }: { rate: RateOffer; currency: string }) {
  const { day } = useI18n();
  return (
    <dl className="lines">
      {rate.price_details.map((night) => (
        <div key={night.date}>
          <dt>{day(night.date, "weekday")}</dt>
          <dd>
            <Money amount={night.amount} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
