/** What goes with the space; each choice is told to the server at once, so that the bill is the true one (EVENT-25 to -27). */
import { useContext, useState } from "react";
import type { EventPackage, PackageChoice } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { ConversionNote } from "../booking/ConversionNote";
import { GoContext, useHere } from "../booking/go";
import { useInSight } from "../booking/in-sight";
import { WentWrong } from "../booking/WentWrong";
import { useI18n } from "../i18n";
import { Button, Icon, Money, Own, Picture, Stepper, say } from "../ui";
import { Frame } from "./Frame";
import { MAX_PERSONS } from "./search";
import { pathOf } from "./steps";
import { useEvent } from "./useEvent";

export function SelectPackage() {
  const { t } = useI18n();
  const { navigate } = useContext(GoContext);
  const here = useHere();
  const { event, choosing, choosePackages } = useEvent();
  const sub = event?.sub_events[0];
  const offered =
    event?.client_visible_data.packages.find(({ sub_event_id }) => sub_event_id === sub?.sub_event_id)
      ?.packages ?? [];
  const conversion = event?.client_visible_data.summary.conversion;
  // what is on its way stays chosen, also for who has left the step meanwhile
  const chosen: ReadonlyMap<string, number> = new Map(
    (choosing?.body ?? sub?.packages ?? []).map(({ package_id, quantity }) => [package_id, quantity]),
  );
  const [busy, setBusy] = useState(false);
  const told = useInSight(choosing?.failed);

  /** True when the server has it; where it has not, EVENT-50. */
  function save(next: ReadonlyMap<string, number>): Promise<boolean> {
    const body: PackageChoice[] = offered
      .filter(({ id }) => next.has(id))
      .map(({ id, calendars }) => ({
        id: null,
        package_id: id,
        sub_event_id: sub?.sub_event_id ?? null,
        package_price_plan_id: calendars[0]?.price_plan_id ?? null,
        number_of_persons: sub?.number_of_persons ?? null,
        remarks: null,
        quantity: next.get(id) ?? 1,
      }));
    return choosePackages(body).then(
      () => true,
      () => false,
    );
  }

  function choose(id: string, quantity: number | null) {
    const next = new Map(chosen);
    if (quantity === null) next.delete(id);
    else next.set(id, quantity);
    void save(next);
  }

  async function next() {
    setBusy(true);
    const saved = await save(chosen);
    setBusy(false);
    if (saved && here()) navigate(pathOf("guest-information"));
  }

  return (
    <Frame step="select-package" next={{ label: t("lbl_next"), busy, onPress: () => void next() }}>
      <section aria-labelledby="packages-title" className="select-package">
        <h1 className="serif title" id="packages-title">
          {t("lbl_packages_title")}
        </h1>
        <p className="quiet">{t(offered.length > 0 ? "lbl_packages_intro" : "lbl_no_packages")}</p>
        {choosing?.failed && <WentWrong ref={told} />}
        {offered.length > 0 && <ConversionNote conversion={conversion} />}
        <ul className="event-packages">
          {offered.map((offer) => (
            <li key={offer.id}>
              <PackageCard
                offer={offer}
                converted={conversion?.currency}
                quantity={chosen.get(offer.id) ?? null}
                onChange={(quantity) => {
                  choose(offer.id, quantity);
                  // another number is said where it stands
                  if (quantity !== null && !chosen.has(offer.id))
                    say(t("lbl_quantity_of", { count: quantity, what: offer.name }));
                }}
              />
            </li>
          ))}
        </ul>
      </section>
    </Frame>
  );
}

function PackageCard(props: {
  offer: EventPackage;
  /** The currency of converted prices. */
  converted: string | undefined;
  /** Null: not chosen. */
  quantity: number | null;
  onChange: (quantity: number | null) => void;
}) {
  const { offer, converted, quantity, onChange } = props;
  const { t, money } = useI18n();
  const { currency: own } = useBooking();
  const [wanted, setWanted] = useState(quantity ?? offer.usual_quantity);
  const calendar = offer.calendars[0];
  const price = calendar?.conversion_price ?? calendar?.price;
  const total = calendar?.conversion_total_amount ?? calendar?.total_amount;
  // what is answered may be older than the currency that the guest has chosen since
  const currency = calendar?.conversion_price == null ? own : (converted ?? own);
  return (
    <article
      className={quantity === null ? "card event-package" : "card event-package on"}
      aria-label={offer.name}
    >
      {offer.picture && <Picture {...offer.picture} sizes="(max-width: 48rem) 100vw, 12rem" />}
      <div className="words">
        <Own as="h2" className="serif">
          {offer.name}
        </Own>
        <ul className="items">
          {offer.package_details.map(({ id, name }) => (
            <li key={id}>
              <Icon name="check" small />
              <Own as="span">{name}</Own>
            </li>
          ))}
        </ul>
      </div>
      <div className="choose">
        {price !== undefined && total !== undefined && (
          <div className="price">
            <p>
              <b>
                <Money amount={price} currency={currency} />
              </b>{" "}
              <span className="quiet">
                {t(calendar?.price_plan_id === "PERSON" ? "lbl_per_person" : "lbl_per_event")}
              </span>
            </p>
            {total !== price && (
              <small>{t("lbl_with_taxes_and_fees", { amount: money(total, currency) })}</small>
            )}
          </div>
        )}
        <Stepper
          label={t("lbl_how_many_of", { what: offer.name })}
          value={wanted}
          min={1}
          max={MAX_PERSONS}
          onChange={(next) => {
            setWanted(next);
            if (quantity !== null) onChange(next);
          }}
        />
        <Button
          look={quantity === null ? "soft" : "line"}
          aria-pressed={quantity !== null}
          aria-label={`${t(quantity === null ? "lbl_select" : "lbl_remove_package")}: ${offer.name}`}
          onClick={() => onChange(quantity === null ? wanted : null)}
        >
          {t(quantity === null ? "lbl_select" : "lbl_remove_package")}
        </Button>
      </div>
    </article>
  );
}
