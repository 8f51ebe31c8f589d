import { Fragment } from "react";
import type { RateOffer } from "../../api";
import { useI18n } from "../../i18n";
import { Dialog, Money } from "../../ui";
import { useBooking } from "../BookingProvider";
import type { SearchRoom } from "../search-data";
import { stayTotal } from "./offers";
import { useBreakdown } from "./useBreakdown";

/** What the price is made of: each night, taxes, fees, the total (ROOMS-25, ROOMS-26). For one room. */
export function PriceDetails(props: {
  rate: RateOffer;
  stay: SearchRoom;
  name: string;
  roomName: string;
  description: string;
  onClose: () => void;
}) {
  const { rate, stay, name, roomName, description, onClose } = props;
  const { t, day } = useI18n();
  const { currency, names } = useBooking();
  const parts = useBreakdown(rate, stay);
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
        <dl className="lines">
          {rate.price_details.map((night) => (
            <Fragment key={night.date}>
              <div>
                <dt>{day(night.date, "weekday")}</dt>
                <dd>
                  <Money amount={night.amount} currency={currency} />
                </dd>
              </div>
              {parts.get(night.date)?.map((part) => (
                <div className="of-it" key={part.code}>
                  <dt>
                    {part.code === "ROOM"
                      ? t("lbl_the_room")
                      : names.field("CHARGE", part.code, "name", part.name)}
                  </dt>
                  <dd>
                    <Money amount={part.amount} currency={currency} />
                  </dd>
                </div>
              ))}
            </Fragment>
          ))}
        </dl>
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
        <div className="sum">
          <span>
            <b>{t("lbl_total")}</b>
            <small>{t("lbl_with_every_tax")}</small>
          </span>
          <strong>
            <Money amount={stayTotal(rate)} currency={currency} />
          </strong>
        </div>
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
      </div>
    </Dialog>
  );
}
