/** The stay as it is booked, above the rooms to choose from (EDIT-03, EDIT-04). */
import { useId, useState } from "react";
import type { ExistingReservation } from "../../api";
import { useI18n } from "../../i18n";
import { Icon, Own } from "../../ui";
import { useBooking } from "../BookingProvider";
import { usePhone } from "../wide";
import { packageName } from "./editing";
import "./editing.css";

export function ReservationInfo({ stay }: { stay: ExistingReservation }) {
  const { t, rich } = useI18n();
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  const facts = useId();
  const number = <bdi dir="ltr">{stay.confirmation_no}</bdi>;
  if (!phone) {
    return (
      <section className="reservation-info card" aria-label={t("lbl_stay_as_booked")}>
        <h2 className="serif">{t("lbl_stay_as_booked")}</h2>
        <p className="quiet">{t("lbl_change_stay_say")}</p>
        <Facts stay={stay} />
      </section>
    );
  }
  return (
    <section className="reservation-info card" aria-label={t("lbl_stay_as_booked")}>
      <button
        type="button"
        className="banner"
        aria-expanded={open}
        aria-controls={facts}
        onClick={() => setOpen(!open)}
      >
        <b>{rich("lbl_modify_details_for", { number })}</b>
        <Icon name={open ? "up" : "down"} small />
      </button>
      <div id={facts} hidden={!open}>
        <p className="quiet">{t("lbl_change_stay_say")}</p>
        <Facts stay={stay} />
      </div>
    </section>
  );
}

function Facts({ stay }: { stay: ExistingReservation }) {
  const { t, day, number } = useI18n();
  const { names } = useBooking();
  const rate = names.rate(stay.rate_code_id, stay.rate_code_name);
  const bundle = packageName(stay, names);
  const facts: [string, string][] = [
    [t("lbl_check_in"), day(stay.check_in_date, "weekday")],
    [t("lbl_check_out"), day(stay.check_out_date, "weekday")],
    [t("lbl_current_room_type"), names.room(stay.room_type_id, stay.room_type_name)],
    [t("lbl_current_rate_plan"), bundle ? t("lbl_package_rate", { package: bundle, rate }) : rate],
    [t("lbl_adults"), number(stay.number_of_adults)],
    [t("lbl_children"), number(stay.number_of_children)],
  ];
  return (
    <dl>
      <div>
        <dt>{t("lbl_confirmation_number")}</dt>
        <dd>
          <bdi dir="ltr">{stay.confirmation_no}</bdi>
        </dd>
      </div>
      {facts.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Own as="span">{text}</Own>
          </dd>
        </div>
      ))}
    </dl>
  );
}
