/** What goes back to a guest, with the cards that it goes to as far as they are known. */
import type { RefundTo } from "../api";
import { type LabelKey, sumMoney, useI18n } from "../i18n";
import { lastFour } from "./payment/guarantee";

type Card = Pick<RefundTo, "masked_card_number" | "card_brand">;

/** As the guest knows a card: by its brand, where the vault knows it, and its last digits. */
export function useCardName(): (card: Card) => string {
  const { t } = useI18n();
  return ({ masked_card_number, card_brand: brand }) => {
    const digits = lastFour(masked_card_number) ?? "";
    return brand === "OTHER" ? t("lbl_card_by_digits", { digits }) : t("lbl_kept_card", { brand, digits });
  };
}

/** What is said of money that goes back to a card, by how that stands: to one that is not known, and to one that is. */
const COMES_BACK: Record<string, [plain: LabelKey, named: LabelKey]> = {
  PENDING: ["lbl_refund_pending", "lbl_refund_pending_card"],
  FAILED: ["lbl_refund_failed", "lbl_refund_failed_card"],
};

/** What became of the money of an activity that was given back; what the card has, or will have, comes back. */
export function useComesBack() {
  const { t, money } = useI18n();
  const cardName = useCardName();
  return (refund: number, currency: string, status: string | null, card: Card | null): string => {
    const [plain, named] = COMES_BACK[status ?? ""] ?? ["lbl_comes_back", "lbl_comes_back"];
    const amount = money(refund, currency);
    return card ? t(named, { amount, card: cardName(card) }) : t(plain, { amount });
  };
}

const NAMED = {
  lbl_you_get_back: "lbl_back_to_card",
  lbl_went_back: "lbl_went_back_to_card",
} as const satisfies Partial<Record<LabelKey, LabelKey>>;

/** A line for each card, and one for what goes to cards that are not known. Together they are what goes back. */
export function useBackLines() {
  const { t } = useI18n();
  const cardName = useCardName();
  return (
    label: keyof typeof NAMED,
    refund: number,
    cards: readonly RefundTo[],
    currency: string,
  ): [label: string, amount: number][] => {
    const rest = sumMoney([refund, ...cards.map(({ amount }) => -amount)], currency);
    const lines = cards.map((card): [string, number] => [
      t(NAMED[label], { card: cardName(card) }),
      card.amount,
    ]);
    return rest > 0 || cards.length === 0 ? [...lines, [t(label), rest]] : lines;
  };
}
