/** On the screens of an activity or an event: that it becomes part of a stay, or does not. */
import { useCallback, useState } from "react";
import { useI18n } from "../i18n";
import { Button, Notice } from "../ui";
import { useBooking } from "./BookingProvider";
import { keepBasket, recallBasket, type StayBasket } from "./basket";

/**
 * Whether what is booked becomes part of a stay. `itself` is said to a guest who had come from one: it ended, or it does
 * not have that day. Null for whoever never had one.
 */
export type Belongs = "stay" | "itself" | null;

/** The same of what is booked: the stay may have ended, or moved to other days, since it was begun for it. */
export const belongsNow = (belongs: Belongs, ofStay: boolean): Belongs =>
  ofStay ? "stay" : belongs && "itself";

/** The stay that something is added to, while a day of it is left, and how to let go of it. */
export function useStayBasket(): [StayBasket | null, () => void] {
  const { property } = useBooking();
  const [basket, setBasket] = useState(() => recallBasket(property.id));
  const leave = useCallback(() => {
    keepBasket(property.id, null);
    setBasket(null);
  }, [property.id]);
  return [basket && basket.to >= property.business_day.date ? basket : null, leave];
}

export function ForStay({ basket, onLeave }: { basket: StayBasket; onLeave: () => void }) {
  const { t, range } = useI18n();
  return (
    <Notice className="spaced">
      <p>{t("lbl_for_your_stay", { dates: range(basket.from, basket.to) })}</p>
      <Button look="bare" onClick={onLeave}>
        {t("lbl_not_for_stay")}
      </Button>
    </Notice>
  );
}

/** Said where it becomes clear, to a guest who had come from a stay. */
export function ByItself({ belongs }: { belongs: Belongs }) {
  const { t } = useI18n();
  return belongs === "itself" && <Notice className="spaced">{t("lbl_by_itself")}</Notice>;
}
