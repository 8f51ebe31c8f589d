import type { FoundReservation } from "../api";
import { lastFour } from "../booking/payment/guarantee";
import { useI18n } from "../i18n";
import { Button, Tag } from "../ui";
import { BrandMark } from "./BrandMark";

/** The cards on file, by brand and last four (MANAGE-17); `onChange` where another may hold the room (MANAGE-18). */
export function PaymentMethods(props: {
  sources: FoundReservation["reservation_details"]["payment_sources"];
  onChange: (() => void) | null;
}) {
  const { sources, onChange } = props;
  const { t } = useI18n();
  return (
    <section className="card panel" aria-labelledby="cards-title">
      <div className="hd">
        <h2 className="serif" id="cards-title">
          {t("lbl_payment_methods")}
        </h2>
        {onChange && (
          <Button look="bare" onClick={onChange}>
            {t("lbl_change_payment_method")}
          </Button>
        )}
      </div>
      {sources.length === 0 && <p className="quiet">{t(onChange ? "lbl_no_card_yet" : "lbl_no_card")}</p>}
      <dl>
        {sources.map((card) => (
          <div key={card.custom_field_1}>
            <dt>
              <BrandMark brand={card.custom_field_2} /> {card.custom_field_2}{" "}
              {card.primary && <Tag>{t("lbl_primary")}</Tag>}
            </dt>
            <dd className="num">{t("lbl_card_ending", { digits: lastFour(card.custom_field_1) ?? "" })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
