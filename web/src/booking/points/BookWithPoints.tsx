import { api } from "../../api";
import { useI18n } from "../../i18n";
import { Checkbox } from "../../ui";
import { useBooking } from "../BookingProvider";
import { isFromGoogle } from "../rooms/offers";
import { forgetAvailability } from "../rooms/useAvailability";
import { useRedeemable } from "./use-redeemable";
import "./book-with-points.css";

/** Whether the member books with points; only who has some is asked (ROOMS-15, POINTS-01). */
export function BookWithPoints() {
  const { t } = useI18n();
  const { property, query, facts, state, now, dispatch } = useBooking();
  const redeemable = useRedeemable();
  const offered = facts.loyaltyFlow && facts.loggedIn && facts.allowRedeemPoints;
  // a stay that was paid with money is changed for money
  if (!offered || facts.editing || isFromGoogle(query.get("rate_code"))) return null;
  // whoever books with points takes that back, also once there are none
  if (redeemable <= 0 && !facts.bookWithPoints) return null;

  /** Every chosen room is given back and every room's rates are asked for anew (ROOMS-22). */
  async function change(on: boolean): Promise<void> {
    const { batch, selected } = state;
    // nothing is chosen until all of it is done, so that no new choice is given back
    dispatch({ type: "IN_PROGRESS", offer: "points" });
    dispatch({ type: "WITH_POINTS", on });
    if (batch)
      await Promise.allSettled(selected.map((room) => api.clearRate(property.id, batch, room.session_id)));
    if (now.current.inProgress === "points") dispatch({ type: "IN_PROGRESS", offer: null });
    void forgetAvailability(property);
  }

  return (
    <div className="book-with-points">
      <Checkbox
        checked={facts.bookWithPoints}
        onChange={(on) => {
          if (state.inProgress === null) void change(on);
        }}
      >
        {t("lbl_book_with_points")}
        <small>{t("lbl_you_have_points", { points: t("lbl_points_count", { count: redeemable }) })}</small>
      </Checkbox>
    </div>
  );
}
