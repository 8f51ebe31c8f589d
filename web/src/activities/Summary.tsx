/** What an activity costs: beside the step on desks, folded at its top on phones (ACT-15, ACT-35). */
import { useState } from "react";
import type { ActivityPrice } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { useWithYourClock } from "../booking/OnYourClock";
import { useI18n } from "../i18n";
import { Dialog, Icon, Money, Own, Picture } from "../ui";
import type { Chosen } from "./state";
import { useActivityWords } from "./words";
import "../booking/summary/summary.css";

/** Base price, people beyond it, fees and taxes, adding up to what the guest pays. */
export function PriceLines({ price }: { price: ActivityPrice }) {
  const { t } = useI18n();
  const { names } = useBooking();
  const words = useActivityWords();
  const { currency } = price;
  const beyond = (people: number, included: number) => Math.max(0, people - included);
  const [adults, children] = [
    beyond(price.adults, price.base_price_adult_count),
    beyond(price.children, price.base_price_children_count),
  ];
  const included = { adults: price.base_price_adult_count, children: price.base_price_children_count };
  const line = (label: string, amount: number, key = label) => (
    <div key={key}>
      <Own as="dt">{label}</Own>
      <dd>
        <Money amount={amount} currency={currency} />
      </dd>
    </div>
  );
  // the displayed total is the sum of what is asked (ACT-13); to whole cents, as the parts are
  const asked =
    Math.round((price.base_price + price.total_charge_adult + price.total_charge_children) * 1e6) / 1e6;
  const contained = price.taxes.filter((tax) => tax.inclusive);
  return (
    <>
      <dl className="lines">
        {line(t("lbl_base_price_for", { people: words.people(included) }), price.base_price)}
        {adults > 0 && line(t("lbl_more_adults", { count: adults }), price.total_charge_adult)}
        {children > 0 && line(t("lbl_more_children", { count: children }), price.total_charge_children)}
      </dl>
      <dl className="lines sums">
        {line(t("lbl_total_amount"), asked)}
        {price.fees.map((fee) =>
          line(
            names.field("CHARGE", fee.charge_type_code, "name", fee.name),
            fee.amount,
            fee.charge_type_code,
          ),
        )}
        {(price.total_taxes > 0 || contained.length === 0) && line(t("lbl_total_taxes"), price.total_taxes)}
        {contained.map((tax) => (
          <div className="note" key={tax.tax_type_id}>
            <dt>
              {t("lbl_tax_contained", { tax: names.field("CHARGE", tax.tax_type_id, "name", tax.name) })}
            </dt>
            <dd>
              <Money amount={tax.amount} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="sum">
        <span>
          <b>{t("lbl_grand_total")}</b>
        </span>
        <strong>
          <Money amount={price.grand_total} currency={currency} />
        </strong>
      </p>
    </>
  );
}

/** Until when giving it back costs nothing, and what comes then. */
export function useTermsWords(): (price: ActivityPrice) => string {
  const { t, instant } = useI18n();
  const withYourClock = useWithYourClock();
  return ({ free, cancel_until }) => {
    if (!free) return t("lbl_extra_too_late");
    const sentence = t("lbl_free_until_short", { until: instant(cancel_until) });
    return withYourClock(`${sentence} ${t("lbl_extra_no_more")}`, cancel_until);
  };
}

/** The whole of it, with what it is for. */
export function Summary({
  chosen,
  price,
  titled = true,
}: {
  chosen: Chosen;
  price: ActivityPrice;
  titled?: boolean;
}) {
  const { t, day } = useI18n();
  const words = useActivityWords();
  const terms = useTermsWords();
  const { instance, template } = chosen;
  const [image] = words.images(template);
  return (
    <section className="bill activity-bill" aria-label={t("lbl_activity_yours")}>
      {image && <Picture {...image} alt="" sizes="22rem" />}
      {titled && <h2 className="serif">{t("lbl_activity_yours")}</h2>}
      <div className="what">
        <Own as="b">{words.name(instance.activity_template_id, instance.name)}</Own>
        <span>{day(instance.date, "long")}</span>
        <span className="nowrap">{words.hours(instance)}</span>
        <span>{words.people(price)}</span>
      </div>
      <PriceLines price={price} />
      <p className="small quiet">{terms(price)}</p>
    </section>
  );
}

/** On phones: the grand total, and a drawer from the top with the rest. */
export function SummaryBar({ chosen, price }: { chosen: Chosen; price: ActivityPrice }) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  return (
    <div className="summary-bar">
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="vh">{t("lbl_activity_open")} </span>
        <span>{t("lbl_grand_total")}</span>
        <b>
          <Money amount={price.grand_total} currency={price.currency} />
        </b>
        <Icon name="down" small />
      </button>
      {open && (
        <Dialog title={t("lbl_activity_yours")} onClose={() => setOpen(false)}>
          <Summary chosen={chosen} price={price} titled={false} />
        </Dialog>
      )}
    </div>
  );
}
