import { Fragment } from "react";
import type { Cancellation, Penalty } from "../api";
import { useI18n } from "../i18n";
import { UntilLine } from "../ui";
import { useBooking } from "./BookingProvider";
import { hotelNow } from "./clock";

/** Whether cancelling is still free: what was told when a room was chosen may be over by now. */
export function isFreeNow(cancellation: Cancellation): boolean {
  return cancellation.free_until !== null && Date.parse(cancellation.free_until) > hotelNow();
}

/** What cancelling costs in words: "the first night ($196.00)". */
export function usePenalty(currency: string): (penalty: Penalty) => string {
  const { t, money } = useI18n();
  return (penalty) => {
    const amount = money(penalty.amount, currency);
    if (penalty.kind === "NIGHTS") {
      return penalty.value === 1
        ? t("lbl_penalty_first_night", { amount })
        : t("lbl_penalty_nights", { count: penalty.value, amount });
    }
    if (penalty.kind === "PERCENT") {
      return penalty.value >= 100
        ? t("lbl_penalty_whole", { amount })
        : t("lbl_penalty_percent", { percent: penalty.value, amount });
    }
    return t("lbl_penalty_amount", { amount });
  };
}

/**
 * What follows the first cost of cancelling: a sentence for each later step, since the guest agrees to all of them, that
 * what was added is paid at the hotel and costs nothing, and who pays it all in the guest's place.
 */
export function LaterPenalties(props: {
  cancellation: Cancellation;
  currency: string;
  added: boolean;
  company?: string | null;
}) {
  const { cancellation, currency, added, company } = props;
  const { t, rich, instant } = useI18n();
  const penaltyOf = usePenalty(currency);
  return (
    <>
      {cancellation.later_penalties.map((step) => (
        <Fragment key={step.from}>
          {" "}
          {rich("lbl_cancelling_from", {
            date: <span className="nowrap">{instant(step.from)}</span>,
            penalty: penaltyOf(step),
          })}
        </Fragment>
      ))}
      {cancellation.penalty && added && ` ${t("lbl_addons_free_to_cancel")}`}
      {cancellation.penalty && company && ` ${t("lbl_cancelling_company_pays", { company })}`}
    </>
  );
}

/** The cancellation line and the sentence that says the same, with its date and amount. */
export function CancellationText(props: {
  cancellation: Cancellation | null;
  currency: string;
  arrival: string;
  /** Whether there are add-ons beside the room. */
  added?: boolean;
  /** The name of the company that pays. */
  company?: string | null;
}) {
  const { cancellation, currency, arrival, added = false, company = null } = props;
  const { t, rich, instant } = useI18n();
  const today = useBooking().property.business_day.date;
  const penaltyOf = usePenalty(currency);
  if (!cancellation) return null;
  const penalty = cancellation.penalty && penaltyOf(cancellation.penalty);
  const free = isFreeNow(cancellation);
  const later = <LaterPenalties {...{ cancellation, currency, added, company }} />;
  return (
    <>
      <UntilLine freeUntil={free ? cancellation.free_until : null} today={today} arrival={arrival} />
      {free && cancellation.free_until ? (
        <p>
          <b>
            {rich("lbl_free_until", {
              until: <span className="nowrap">{instant(cancellation.free_until)}</span>,
            })}
          </b>{" "}
          {penalty && t("lbl_after_that", { penalty })}
          {later}
        </p>
      ) : (
        <p>
          <b>{t(penalty ? "lbl_not_free_to_cancel" : "lbl_free_to_cancel")}</b>{" "}
          {penalty && t("lbl_cancelling_costs", { penalty })}
          {later}
        </p>
      )}
    </>
  );
}
