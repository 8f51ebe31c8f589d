/** What is still on its way to the guest's card, and what the card did not take; nothing once all of it is there. */
import type { FoundReservation } from "../api";
import { useI18n } from "../i18n";

type Refunds = FoundReservation["reservation_details"]["refunds"];

export function RefundNote({ refunds, currency }: { refunds: Refunds; currency: string }) {
  const { t, money } = useI18n();
  const sum = (status: string) =>
    refunds.filter((one) => one.status === status).reduce((all, one) => all + one.amount, 0);
  const [pending, failed] = [sum("PENDING"), sum("FAILED")];
  return (
    <>
      {pending > 0 && (
        <p className="small quiet">{t("lbl_refund_pending", { amount: money(pending, currency) })}</p>
      )}
      {failed > 0 && <p className="small">{t("lbl_refund_failed", { amount: money(failed, currency) })}</p>}
    </>
  );
}
