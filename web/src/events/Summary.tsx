/** What the event is and what it costs (EVENT-45): the same lines as every bill of the house. */
import { type ReactNode, useId } from "react";
import type { EventSummary, SubEvent } from "../api";
import { ConversionNote } from "../booking/ConversionNote";
import { useWithYourClock } from "../booking/OnYourClock";
import { splitInstant, useI18n } from "../i18n";
import { Icon, Money, Own } from "../ui";
import { useEvent } from "./useEvent";
import "../booking/summary/summary.css";

/** Day and hours of a part of the event, by the hotel's clock. */
export function useWhen(): (sub: { from: string; to: string }) => { day: string; hours: string } {
  const { t, day, time } = useI18n();
  return ({ from, to }) => ({
    day: day(splitInstant(from).day, "long"),
    hours: t("lbl_time_from_to", { from: time(splitInstant(from).time), to: time(splitInstant(to).time) }),
  });
}

/** On phones: the total, and the rest under it when it is wanted. */
export function FoldedSummary() {
  const { t } = useI18n();
  const { agreed } = useEvent();
  if (!agreed) return null;
  const { total_amount, currency } = agreed.bill;
  return (
    <details className="event-fold card">
      <summary>
        <span>{t("lbl_event_summary")}</span>
        <b>
          <Money amount={total_amount} currency={currency} />
        </b>
        <Icon name="down" small />
      </summary>
      <Summary />
    </details>
  );
}

/**
 * What giving the event back costs, and until when it is free; nothing where it always is. `company` pays it, null where
 * its guest does; left out while nobody has said who.
 */
export function useTermsWords(): (
  of: Pick<EventSummary, "cancellation" | "currency"> | null | undefined,
  company?: string | null,
) => string | null {
  const { t, money, instant } = useI18n();
  const withYourClock = useWithYourClock();
  return (of, company) => {
    if (!of?.cancellation) return null;
    const { free, free_until, penalty } = of.cancellation;
    const amount = money(penalty, of.currency);
    if (free) {
      const until = instant(free_until);
      const then = company
        ? t("lbl_extra_free_then_by", { until, amount, company })
        : t("lbl_extra_free_then", { until, amount });
      return withYourClock(then, free_until);
    }
    if (company) return t("lbl_extra_costs_now_by", { amount, company });
    return t(company === null ? "lbl_extra_costs_now" : "lbl_extra_costs", { amount });
  };
}

export function Summary() {
  const id = useId();
  const { t, money } = useI18n();
  const { agreed } = useEvent();
  const termsWords = useTermsWords();
  if (!agreed) return null;
  const { bill, sub_events } = agreed;
  const terms = termsWords(bill);
  const { currency, conversion, conversion_total_amount: converted } = bill;
  return (
    <section className="bill event-bill" aria-labelledby={id}>
      <h2 className="serif" id={id}>
        {t("lbl_event_summary")}
      </h2>
      {sub_events.map((sub) => (
        <What key={sub.sub_event_id} sub={sub} />
      ))}
      <dl className="lines">
        <Line label={t("lbl_event_space_charges")} amount={bill.total_space_charges} currency={currency} />
        {sub_events.flatMap(({ packages }) => packages).length > 0 && (
          <Line
            label={t("lbl_event_package_charges")}
            amount={bill.total_package_charges}
            currency={currency}
          />
        )}
        {bill.total_service_charges > 0 && (
          <Line
            label={t("lbl_event_service_charges")}
            amount={bill.total_service_charges}
            currency={currency}
          />
        )}
        <Line label={t("lbl_event_tax")} amount={bill.total_tax} currency={currency} />
      </dl>
      <p className="sum">
        <span>
          <b>{t("lbl_event_total")}</b>
        </span>
        <strong>
          <Money amount={bill.total_amount} currency={currency} />
        </strong>
      </p>
      {conversion && converted != null && (
        <div className="paid-in">
          <p>{t("lbl_event_total_in", { amount: money(converted, conversion.currency) })}</p>
          <ConversionNote conversion={conversion} />
        </div>
      )}
      {terms && <p className="small quiet">{terms}</p>}
    </section>
  );
}

function What({ sub }: { sub: SubEvent }) {
  const { t } = useI18n();
  const when = useWhen()(sub);
  return (
    <div className="what">
      <Own as="b">{sub.space.name}</Own>
      <span>{when.day}</span>
      <span>{when.hours}</span>
      <span>
        {t("lbl_event_people", { count: sub.number_of_persons })}
        {sub.space_arrangement_name && ` · ${sub.space_arrangement_name}`}
      </span>
      <Packages of={sub} />
    </div>
  );
}

/** What goes with the space. */
export function Packages({ of }: { of: SubEvent }) {
  const { t } = useI18n();
  return of.packages.map(({ package_id, name, quantity }) => (
    <small key={package_id}>{t("lbl_quantity_of", { count: quantity, what: name })}</small>
  ));
}

/** A sum and what it is for. */
export function Line(props: { label: ReactNode; amount: number; currency: string }) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>
        <Money amount={props.amount} currency={props.currency} />
      </dd>
    </div>
  );
}
