/** What else can be booked on the days of a stay: offered where it is confirmed and where it is managed. */
import { use } from "react";
import { useI18n } from "../i18n";
import { Icon } from "../ui";
import { useBooking } from "./BookingProvider";
import { keepBasket, type StayBasket } from "./basket";
import { GoContext } from "./go";

/** Two buttons of a list of acts; nothing where the hotel has neither. */
export default function AddToStay({ basket }: { basket: () => StayBasket | null }) {
  const { t } = useI18n();
  const { property } = useBooking();
  const { navigate, withQuery } = use(GoContext);
  function add(path: string) {
    const stay = basket();
    keepBasket(property.id, stay);
    // the day in the address is the stay's first; what the address had of other things is left behind
    const query = withQuery({ date: stay?.from ?? null, activity: null, adults: null, children: null });
    navigate(`${path}?${query}`);
  }
  return (
    <>
      {property.has_activities && (
        <button type="button" onClick={() => add("/activities/activity-steps/select-activity")}>
          <Icon name="calendar" />
          <span>
            {t("lbl_add_activity")}
            <small>{t("lbl_add_activity_say")}</small>
          </span>
        </button>
      )}
      {property.has_events && (
        <button type="button" onClick={() => add("/events/event-steps/select-space")}>
          <Icon name="people" />
          <span>
            {t("lbl_add_space")}
            <small>{t("lbl_add_space_say")}</small>
          </span>
        </button>
      )}
    </>
  );
}
