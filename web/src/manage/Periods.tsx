import type { FoundReservation } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { OnYourClock } from "../booking/OnYourClock";
import { useI18n } from "../i18n";
import { Money } from "../ui";
import { shares } from "./periods";

type Details = FoundReservation["reservation_details"];

/** What cancelling costs now, then and after, as a line and in words, in the hotel's time and the guest's. */
export function Periods({ details }: { details: Details }) {
  const { t, day, instant, money } = useI18n();
  const { property } = useBooking();
  const { cancellation_periods: periods, currency } = details;
  const added = details.chosen_addons.length > 0 && periods.some(({ penalty }) => penalty > 0);
  const parts = shares(periods, details.booked_at, details.check_in_date, property.check_in_time);
  const words = ({ from, until }: Details["cancellation_periods"][number]) => {
    if (from && until) return t("lbl_from_until", { from: instant(from), until: instant(until) });
    if (until) return t("lbl_until_moment", { until: instant(until) });
    return from ? t("lbl_from_moment", { from: instant(from) }) : t("lbl_at_any_time");
  };
  return (
    <>
      <div className="penalty-line" aria-hidden="true">
        {periods.map((period, index) => (
          <span
            key={period.from ?? "first"}
            className={[period.penalty > 0 ? "costs" : "free", period.current ? "cur" : ""].join(" ").trim()}
            style={{ flexBasis: `${parts[index]}%` }}
          />
        ))}
      </div>
      <ul className="amounts">
        {periods.map((period) => (
          <li key={period.from ?? "first"} className={period.current ? "cur" : undefined}>
            <span>
              {period.current && <b className="now">{t("lbl_now")} </b>}
              {words(period)}
              {period.until && <OnYourClock until={period.until} />}
            </span>
            <span className="kept">
              <Money amount={period.penalty} currency={currency} />
              {period.refund > 0 && (
                <small>{t("lbl_comes_back", { amount: money(period.refund, currency) })}</small>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="small quiet">
        {t("lbl_cancel_here_until", { day: day(details.check_in_date, "weekdayLong") })}
      </p>
      {added && <p className="small quiet">{t("lbl_addons_free_to_cancel")}</p>}
    </>
  );
}
