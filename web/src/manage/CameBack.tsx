import type { FoundReservation } from "../api";
import { useBackLines } from "../booking/back-to";
import { type LabelKey, useI18n } from "../i18n";
import { Money } from "../ui";
import { costLines } from "./costs";
import { isThere, RefundNote } from "./RefundNote";

/** Who cancelled it, where that was not its guest. */
const WHY: Record<string, LabelKey> = { HOTEL: "lbl_cancelled_by_hotel", PAYMENT: "lbl_cancelled_unpaid" };

/** What cancelling a stay came to, for as long as it can be looked up. */
export function CameBack({ stay }: { stay: FoundReservation["reservation_details"] }) {
  const { t, day } = useI18n();
  const backLines = useBackLines();
  const { cancellation, currency, refunds, company, mop } = stay;
  if (!cancellation) return null;
  const { at, by, penalty, kept, refund, refund_once_paid, points } = cancellation;
  const there = refunds.length === 0 || isThere(refunds);
  // one or the other: what an open link takes comes back only once it is paid
  const given = there ? "lbl_went_back" : "lbl_you_get_back";
  const back: [label: string, amount: number][] =
    refund_once_paid > 0
      ? [[t("lbl_back_once_paid"), refund + refund_once_paid]]
      : backLines(given, refund, cancellation.refund_to, currency);
  const came = refund + refund_once_paid > 0 || stay.paid_amount > 0;
  const costs: [string, number][] =
    mop === "COMPANY" && company
      ? [[t("lbl_paid_by_company", { company: company.name }), penalty]]
      : costLines("lbl_hotel_kept", penalty, kept).map(([label, amount]) => [t(label), amount]);
  // nobody kept anything of a stay that was never paid, and nothing went back
  const told = by === "PAYMENT" ? costs.filter(([, amount]) => amount > 0) : costs;
  const why = WHY[by];
  return (
    <section className="card panel came-back" aria-labelledby="cancelled-title">
      <h2 className="serif" id="cancelled-title">
        {t("lbl_cancelled_title", { date: day(at.slice(0, 10), "dated") })}
      </h2>
      {why && <p>{t(why)}</p>}
      <dl>
        {[...told, ...(came ? back : [])].map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money amount={amount} currency={currency} />
            </dd>
          </div>
        ))}
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
