/** On the first screen of an activity or an event: that it becomes part of a stay, and the way out of that. */
import { useState } from "react";
import { useI18n } from "../i18n";
import { Button, Notice } from "../ui";
import { useBooking } from "./BookingProvider";
import { keepBasket, recallBasket, type StayBasket } from "./basket";

/** The stay that something is added to, and how to let go of it. */
export function useStayBasket(): [StayBasket | null, () => void] {
  const { property } = useBooking();
  const [basket, setBasket] = useState(() => recallBasket(property.id));
  return [
    basket,
    () => {
      keepBasket(property.id, null);
      setBasket(null);
    },
  ];
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
