import { Fragment } from "react";
import { useI18n } from "../i18n";
import { Money, Own } from "../ui";
import { useBooking } from "./BookingProvider";
import { type Night, type PriceLine, ROOM } from "./nights";
import "./nights.css";

/** Stays up to this length show every night unfolded. */
export const UNFOLDED = 3;

/** Each night with the room, the fees and every tax in them by name and amount (PRICE-06). */
export function NightByNight({ nights, currency }: { nights: readonly Night[]; currency: string }) {
  const { day } = useI18n();
  return (
    <div className="nights-list">
      {nights.map((night) => (
        <details key={night.date} open={nights.length <= UNFOLDED}>
          <summary>
            <span>{day(night.date, "weekday")}</span>
            <Money amount={night.total} currency={currency} />
          </summary>
          <dl className="lines">
            {night.charges.map((charge) => (
              <Fragment key={charge.code}>
                <ChargeLine line={charge} currency={currency} />
                <TaxLines taxes={charge.taxes} currency={currency} />
              </Fragment>
            ))}
          </dl>
        </details>
      ))}
    </div>
  );
}

/** A charge by its name in the guest's language, every tax in it. */
export function ChargeLine({ line, currency }: { line: PriceLine; currency: string }) {
  const { t } = useI18n();
  const { names } = useBooking();
  const free = line.code !== ROOM && line.amount === 0;
  return (
    <div>
      <Own as="dt">
        {line.code === ROOM ? t("lbl_room") : names.field("CHARGE", line.code, "name", line.label)}
      </Own>
      <dd>{free ? t("lbl_addon_free") : <Money amount={line.amount} currency={currency} />}</dd>
    </div>
  );
}

/** Taxes that are in the lines above. */
export function TaxLines({ taxes, currency }: { taxes: readonly PriceLine[]; currency: string }) {
  const { t } = useI18n();
  const { names } = useBooking();
  return taxes.map((tax) => (
    <div className="note" key={tax.code}>
      <dt>{t("lbl_tax_contained", { tax: names.field("CHARGE", tax.code, "name", tax.label) })}</dt>
      <dd>
        <Money amount={tax.amount} currency={currency} />
      </dd>
    </div>
  ));
}
