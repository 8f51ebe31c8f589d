import type { SpaceOffer, SpacePlan } from "../api";
import { useI18n } from "../i18n";
import { Button, Icon, Money, Own, Picture } from "../ui";

/** Longest description that is shown whole, and what is left of a longer one (EVENT-17). */
const [WHOLE, CUT] = [230, 227];

export function cut(text: string): string {
  const letters = Array.from(text);
  return letters.length > WHOLE ? `${letters.slice(0, CUT).join("")}…` : text;
}

/** A free space with what it costs in each of its plans (EVENT-16). */
export function SpaceCard(props: {
  space: SpaceOffer;
  /** The hotel's. */
  currency: string;
  /** The guest's, where it is another one. */
  conversion: string | null;
  /** It is free at a time that its guest has turned from. */
  old: boolean;
  onBook: (plan: SpacePlan) => void;
}) {
  const { space, currency, conversion, old, onBook } = props;
  const { t, money, facts } = useI18n();
  const plans = space.calendars.flatMap(({ price_plans }) => price_plans);
  const shown = (own: number, converted: number | null | undefined): [number, string] =>
    conversion && converted != null ? [converted, conversion] : [own, currency];
  return (
    <article className="card space-card" aria-label={space.space_name}>
      {space.picture ? (
        <Picture {...space.picture} sizes="(max-width: 48rem) 100vw, 20rem" />
      ) : (
        <div className="no-image">
          <Icon name="view" />
        </div>
      )}
      <div className="words">
        <Own as="h2" className="serif">
          {space.space_name}
        </Own>
        <p className="facts">
          <span>
            <Icon name="people" small />
            {t("lbl_space_seats", { count: space.space_capacity })}
          </span>
          {space.size_m2 !== null && (
            <span>
              <Icon name="view" small />
              {t("lbl_square_metres", { size: space.size_m2 })}
            </span>
          )}
        </p>
        <Own className="quiet">{cut(space.space_description)}</Own>
        <ul className="plans">
          {plans.map((plan) => {
            const [price, of] = shown(plan.price, plan.conversion_price);
            const [total, ofTotal] = shown(plan.total_amount, plan.conversion_total_amount);
            const unit = plan.number_of_minutes
              ? t("lbl_per_minutes", { count: plan.number_of_minutes })
              : t("lbl_per_day");
            return (
              <li key={plan.id}>
                <div>
                  <Own as="b">{plan.name}</Own>
                  <Own as="small">{plan.description}</Own>
                </div>
                <div className="price">
                  <p>
                    <b>
                      <Money amount={price} currency={of} />
                    </b>{" "}
                    <span className="quiet">{unit}</span>
                  </p>
                  <small>{t("lbl_space_total", { amount: money(total, ofTotal) })}</small>
                </div>
                <Button
                  disabled={old}
                  onClick={() => onBook(plan)}
                  aria-label={`${t("lbl_book_space")}: ${facts([space.space_name, plan.name])}`}
                >
                  {t("lbl_book_space")}
                </Button>
              </li>
            );
          })}
        </ul>
      </div>
    </article>
  );
}
