import { useId } from "react";
import type { Availability, RateOffer } from "../../api";
import { useI18n } from "../../i18n";
import { Money, Own, Tag } from "../../ui";
import { useBooking } from "../BookingProvider";
import { cut } from "./offers";
import { contentsOf, cutName, named, PACKAGE_TEXT_MAX, packageOf } from "./packages";
import "./packages.css";

/** The name of the package that a rate comes with. */
export function PackageTag({ rate, answer }: { rate: RateOffer; answer: Availability }) {
  const { names } = useBooking();
  const found = packageOf(rate, answer);
  if (!found) return null;
  const { name } = named(found, names);
  return (
    <Tag tone="accent">
      <Own as="span" title={name}>
        {cutName(name)}
      </Own>
    </Tag>
  );
}

/** What the package of a rate is, and what it contains with its price (PRICE-07). */
export function PackagePart(props: { rate: RateOffer; answer: Availability; rooms: number }) {
  const { rate, answer, rooms } = props;
  const { t } = useI18n();
  const id = useId();
  const { names, currency: own, shownCurrency } = useBooking();
  const found = packageOf(rate, answer);
  if (!found) return null;
  const currency = hasTwins(answer.package_charge_types) ? shownCurrency : own;
  const { description } = named(found, names);
  return (
    <div className="package">
      <Own>{cut(description, PACKAGE_TEXT_MAX) ?? description}</Own>
      <p className="contains" id={id}>
        {t("lbl_package_contains")}
      </p>
      <dl aria-labelledby={id}>
        {contentsOf(found.id, answer, currency).map((content) => (
          <div key={content.code}>
            <Own as="dt">{names.field("CHARGE", content.code, "name", content.name)}</Own>
            <dd>
              <Money amount={content.amount * rooms} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Whether the contents came with amounts in the guest's currency, which then stand in the hotel's place. */
const hasTwins = (contents: Availability["package_charge_types"]) =>
  contents.some((content) => content.charges.some((charge) => "conversion_net_value" in charge));
