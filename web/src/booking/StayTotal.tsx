import { useI18n } from "../i18n";
import { Money } from "../ui";

/** The foot of a price that is taken apart: what everything in it comes to. */
export function StayTotal({ amount, currency }: { amount: number; currency: string }) {
  const { t } = useI18n();
  return (
    <div className="sum">
      <span>
        <b>{t("lbl_total")}</b>
        <small>{t("lbl_with_every_tax")}</small>
      </span>
      <strong>
        <Money amount={amount} currency={currency} />
      </strong>
    </div>
  );
}
