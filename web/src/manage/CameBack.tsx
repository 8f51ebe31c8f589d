import type { FoundReservation } from "../api";
import { useI18n } from "../i18n";
import { Money } from "../ui";
import { RefundNote } from "./RefundNote";

/** What cancelling a stay came to, for as long as it can be looked up. */
export function CameBack({ stay }: { stay: FoundReservation["reservation_details"] }) {
  const { t, day } = useI18n();
  const { cancellation, currency, refunds, company, mop } = stay;
  if (!cancellation) return null;
  const { at, penalty, refund, refund_once_paid, points } = cancellation;
  const there = refunds.every(({ status }) => status === "REFUNDED");
  // one or the other: what an open link takes comes back only once it is paid
  const given = there ? "lbl_went_back" : "lbl_you_get_back";
  const backLabel = refund_once_paid > 0 ? "lbl_back_once_paid" : given;
  return (
    <section className="card panel came-back" aria-labelledby="cancelled-title">
      <h2 className="serif" id="cancelled-title">
        {t("lbl_cancelled_title", { date: day(at.slice(0, 10)) })}
      </h2>
      <dl>
        <div>
          <dt>
            {mop === "COMPANY" && company
              ? t("lbl_paid_by_company", { company: company.name })
              : t("lbl_hotel_kept")}
          </dt>
          <dd>
            <Money amount={penalty} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>{t(backLabel)}</dt>
          <dd>
            <Money amount={refund + refund_once_paid} currency={currency} />
          </dd>
        </div>
        {points > 0 && (
          <div>
            <dt>{t("lbl_points_went_back")}</dt>
            <dd>{t("lbl_points_count", { count: points })}</dd>
          </div>
        )}
      </dl>
      <RefundNote refunds={refunds} currency={currency} />
    </section>
  );
}
