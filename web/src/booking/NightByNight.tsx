import { Fragment } from "react";
import type { NightBreakdown } from "../api";
import { useI18n } from "../i18n";
import { Money } from "../ui";
import "./nights.css";

/** Stays up to this length show every night unfolded. */
const UNFOLDED = 3;

/** Each night with the room, the fees and every tax by name and amount (PRICE-06). */
export function NightByNight({ nights, currency }: { nights: readonly NightBreakdown[]; currency: string }) {
  const { t, day } = useI18n();
  return (
    <div className="nights-list">
      {nights.map((night) => (
        <details key={night.date} open={nights.length <= UNFOLDED}>
          <summary>
            <span>{day(night.date, "weekday")}</span>
            <Money amount={night.total} currency={currency} />
          </summary>
          <dl className="lines">
            {night.breakdown.map((entry) => (
              <Fragment key={entry.code}>
                <div>
                  <dt>{entry.name}</dt>
                  <dd>
                    <Money amount={entry.amount} currency={currency} />
                  </dd>
                </div>
                {entry.taxes.map((tax) => (
                  <div key={tax.tax_type_id} className={tax.inclusive ? "note" : undefined}>
                    <dt>{tax.inclusive ? t("lbl_tax_contained", { tax: tax.name }) : tax.name}</dt>
                    <dd>
                      <Money amount={tax.amount} currency={currency} />
                    </dd>
                  </div>
                ))}
              </Fragment>
            ))}
          </dl>
        </details>
      ))}
    </div>
  );
}
