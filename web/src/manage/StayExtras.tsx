/** What was booked as part of a stay, and what else can be. */
import type { FoundReservation } from "../api";
import AddToStay from "../booking/AddToStay";
import { useBooking } from "../booking/BookingProvider";
import { guestForForm } from "../booking/basket";
import { useI18n } from "../i18n";
import { ExtraCard } from "./ExtraCard";
import "../booking/confirmation/confirmation.css";

export function StayExtras({ found }: { found: FoundReservation }) {
  const { t } = useI18n();
  const { property } = useBooking();
  const { reservation_details: stay, extras } = found;
  // what is not paid yet may be given back
  const stands = stay.status === "HOLD" && !found.payment_link;
  const toCome = stay.check_out_date >= property.business_day.date;
  const more = stands && toCome && (property.has_activities || property.has_events);
  const stays = found.stay_modification_allowed && extras.some(({ extra }) => extra.status === "CONFIRMED");
  if (extras.length === 0 && !more) return null;
  return (
    <section className="stay-extras" aria-labelledby="extras-title">
      <h2 className="serif" id="extras-title">
        {t("lbl_with_your_stay")}
      </h2>
      {stays && <p className="quiet">{t("lbl_extras_keep_their_day")}</p>}
      {extras.map((extra) => (
        <ExtraCard key={extra.conf_num} found={extra} ofStay />
      ))}
      {more && (
        <nav className="what-next" aria-labelledby="extras-title">
          <AddToStay
            basket={() => ({
              right: { request_id: found.request_token },
              from: stay.check_in_date,
              to: stay.check_out_date,
              guest: guestForForm(stay.primary_guest),
            })}
          />
        </nav>
      )}
    </section>
  );
}
