/** What is still on its way to the guest's card, and what the card did not take; nothing once all of it is there. */
import type { FoundReservation } from "../api";
import { useCardName } from "../booking/back-to";
import { type LabelKey, sumMoney, useI18n } from "../i18n";

type Refunds = FoundReservation["reservation_details"]["refunds"];

/** Whether all of what was to go back has gone. */
export const isThere = (refunds: Refunds) =>
  refunds.length > 0 && refunds.every(({ status }) => status === "REFUNDED");

export function RefundNote({ refunds, currency }: { refunds: Refunds; currency: string }) {
  const { t, money } = useI18n();
  const cardName = useCardName();
  const nameOf = ({ masked_card_number, card_brand }: Refunds[number]) =>
    masked_card_number && card_brand ? cardName({ masked_card_number, card_brand }) : null;
  /** A sentence for each card, and one for what goes to cards that are not known. */
  const said = (status: string, plain: LabelKey, named: LabelKey) => {
    const those = refunds.filter((one) => one.status === status);
    return [...new Set(those.map(nameOf))].map((card) => {
      const of = those.filter((one) => nameOf(one) === card).map((one) => one.amount);
      const amount = money(sumMoney(of, currency), currency);
      return card ? t(named, { amount, card }) : t(plain, { amount });
    });
  };
  return (
    <>
      {said("PENDING", "lbl_refund_pending", "lbl_refund_pending_card").map((sentence) => (
        <p className="small quiet" key={sentence}>
          {sentence}
        </p>
      ))}
      {said("FAILED", "lbl_refund_failed", "lbl_refund_failed_card").map((sentence) => (
        <p className="small" key={sentence}>
          {sentence}
        </p>
      ))}
    </>
  );
}
