/** An activity or an event that was looked up by its own number. */
import { Numbers } from "../booking/confirmation/Numbers";
import { useI18n } from "../i18n";
import { ExtraCard } from "./ExtraCard";
import { useReservation } from "./reservation";
import "../booking/confirmation/confirmation.css";

export function ExtraPage() {
  const { t, day } = useI18n();
  const { extra } = useReservation();
  if (!extra) return null;
  return (
    <section className="reservation" aria-labelledby="extra-title">
      <div className="top">
        <div>
          <h1 className="serif title" id="extra-title">
            {t(extra.extra.kind === "ACTIVITY" ? "lbl_activity_yours" : "lbl_event_summary")}
          </h1>
          <p>
            <span>{t("lbl_booked_on", { date: day(extra.extra.booked_at.slice(0, 10), "dated") })}</span>
          </p>
        </div>
        <Numbers numbers={[extra.conf_num]} />
      </div>
      <ExtraCard found={extra} />
    </section>
  );
}
