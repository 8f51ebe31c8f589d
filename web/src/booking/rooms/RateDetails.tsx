import type { Availability, RateOffer } from "../../api";
import { useI18n } from "../../i18n";
import { Dialog, Own, Prose } from "../../ui";
import { useBooking } from "../BookingProvider";
import { CancellationText } from "../Cancellation";
import { companyOfOffers } from "../company-pays";
import { mealOf } from "./meals";
import { timesRooms } from "./offers";

/** All of a rate: its text whole, what is included, cancelling, what is paid when, what guarantees it (ROOMS-25). */
export function RateDetails(props: {
  rate: RateOffer;
  title: string;
  html: string;
  answer: Availability;
  /** How many rooms the amounts are for; null where the rate stands for every room and has none of its own. */
  times: number | null;
  onClose: () => void;
}) {
  const { rate, title, html, answer, times, onClose } = props;
  const { t, day, money, anyOf } = useI18n();
  const { property, names, state, shownCurrency: currency } = useBooking();
  const today = property.business_day.date;
  const company = companyOfOffers(state.deal, answer);
  // the answer has those of the plan, which are asked of no company
  const deposits = company ? [] : rate.deposit_schedules;
  const policy = answer.cancellation_policies.find(({ id }) => id === rate.cancellation_policy_id);
  const guarantees = answer.guarantee_types
    .filter((type) => rate.guarantee_type_ids.includes(type.id))
    .map((type) => names.field("GUARANTEE_TYPE", type.id, "name", type.name));
  return (
    <Dialog wide title={title} onClose={onClose}>
      <div className="rate-details">
        {html && <Prose html={html} />}
        <section>
          <h3>{t("lbl_included")}</h3>
          <p>{t(mealOf(rate))}</p>
        </section>
        {times !== null ? (
          <section className="cancel">
            <h3>{t("lbl_policy_cancelling")}</h3>
            <CancellationText
              cancellation={timesRooms(rate.cancellation, times)}
              currency={currency}
              arrival={rate.price_details[0]?.date ?? today}
              company={company}
            />
          </section>
        ) : (
          policy && (
            <section>
              <h3>{t("lbl_policy_cancelling")}</h3>
              <Own>{names.field("CANCELLATION_POLICY", policy.id, "description", policy.description)}</Own>
            </section>
          )
        )}
        {times !== null && (
          <section>
            <h3>{t("lbl_policy_deposit")}</h3>
            {company && <p>{t("lbl_paid_by_company", { company })}</p>}
            {deposits.length === 0 && !company && <p>{t("lbl_deposit_none")}</p>}
            {deposits.map(({ date, amount: each }, index) => {
              const amount = money(each * times, currency);
              return (
                <p key={index}>
                  {date <= today
                    ? t("lbl_deposit_today", { amount })
                    : t("lbl_deposit_on", { amount, date: day(date, "weekday") })}
                </p>
              );
            })}
          </section>
        )}
        {guarantees.length > 0 && (
          <section>
            <h3>{t("lbl_policy_guarantee")}</h3>
            <p>{company ? t("lbl_guarantee_none") : t("lbl_guarantee_by", { types: anyOf(guarantees) })}</p>
          </section>
        )}
      </div>
    </Dialog>
  );
}
