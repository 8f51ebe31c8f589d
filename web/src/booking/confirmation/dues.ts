/** What pays a booked stay, and when: the same lines wherever the stay is told, together its total. */
import type { ConfirmedRoom } from "../../api";
import { useI18n } from "../../i18n";
import { useBackLines } from "../back-to";

export interface StayOwes
  extends Pick<
    ConfirmedRoom,
    "due_now" | "charged_now" | "later_deposits" | "due_at_hotel" | "stay_change" | "paid_with_points"
  > {
  points: number;
  currency: string;
  byCompany: boolean;
  /** What was to go back is there. */
  refunded?: boolean;
}

/** The names of what is due now: what a card has paid of it, and what none has. */
export interface DueWords {
  charged: string;
  unpaid: string;
}

/** What is not told is nothing, but for what is due at the hotel, and for what was charged where that is asked for. */
export function useDues() {
  const { t, day } = useI18n();
  const backLines = useBackLines();
  return (stay: StayOwes, words: DueWords, evenNothing: boolean): [label: string, amount: number][] => {
    const { due_now, charged_now, stay_change: change, byCompany } = stay;
    const owes = due_now > charged_now;
    const points = t("lbl_paid_with_points", { points: t("lbl_points_count", { count: stay.points }) });
    const back = change?.refund
      ? backLines(
          stay.refunded ? "lbl_went_back" : "lbl_you_get_back",
          change.refund,
          change.refund_to,
          stay.currency,
        )
      : [];
    const lines: [label: string, amount: number, shown: unknown][] = [
      [points, stay.paid_with_points, stay.points],
      // of a changed stay what was paid before, and what of that does not pay this one
      [t("lbl_already_paid"), change?.paid ?? 0, change?.paid],
      [t("lbl_asked_before"), change?.asked_before ?? 0, change?.asked_before],
      ...back.map(([label, amount]): [string, number, boolean] => [label, amount, true]),
      [t("lbl_kept_for_change"), change?.kept ?? 0, change?.kept],
      [words.charged, charged_now, charged_now || (evenNothing && !(byCompany || owes || change?.refund))],
      [words.unpaid, due_now - charged_now, owes],
      ...stay.later_deposits.map(({ date, amount }): [string, number, boolean] => [
        t("lbl_due_on", { date: day(date) }),
        amount,
        true,
      ]),
      [t("lbl_still_due"), stay.due_at_hotel, !byCompany],
    ];
    return lines.filter(([, , shown]) => shown).map(([label, amount]) => [label, amount]);
  };
}
