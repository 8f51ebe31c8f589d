/** It worked: number, what, when, who, what it costs, who pays when, and giving it back (EVENT-46 to EVENT-48). */
import { useContext, useEffect } from "react";
import { ExtraActs } from "../booking/confirmation/ExtraActs";
import { Numbers } from "../booking/confirmation/Numbers";
import { belongsNow } from "../booking/ForStay";
import { GoContext } from "../booking/go";
import { type LabelKey, useI18n } from "../i18n";
import { Button, Icon, Money, Own, Picture, say } from "../ui";
import { Frame } from "./Frame";
import { BY_CARD, BY_COMPANY } from "./guarantees";
import { Line, Packages, useTermsWords, useWhen } from "./Summary";
import { pathOf } from "./steps";
import { useEvent } from "./useEvent";
import "../booking/confirmation/confirmation.css";

/** Who pays, and when, by its guarantee. */
const PAID: Readonly<Record<string, LabelKey>> = {
  [BY_CARD]: "lbl_event_card_text",
  [BY_COMPANY]: "lbl_event_company_text",
};

export function Confirmation() {
  const { t, money } = useI18n();
  const { navigate } = useContext(GoContext);
  const { event, belongs, startOver } = useEvent();
  const when = useWhen();
  const terms = useTermsWords()(event?.confirmation, event?.confirmation?.company ?? null);
  const booked = event?.confirmation;
  const gone = booked?.status === "CANCELLED";
  const title = t(gone ? "lbl_event_cancelled" : "lbl_event_confirmed");
  const known = booked !== undefined && booked !== null;
  useEffect(() => {
    if (known) say(title);
  }, [known, title]);
  if (!booked) return null;
  const { currency, guest, company, penalty } = booked;
  const amount = money(penalty, currency);
  const costed = company ? t("lbl_extra_costed_by", { amount, company }) : t("lbl_extra_costed", { amount });
  const [first] = booked.sub_events;

  /** The page is loaded anew, at the spaces (EVENT-48). */
  function another() {
    startOver();
    navigate(pathOf("select-space"));
    requestAnimationFrame(() => window.location.reload());
  }

  return (
    <Frame step="confirmation">
      <section className="confirmation" aria-labelledby="confirmed-title">
        <div className="yes">
          <div>
            <div className="ring">
              <Icon name={gone ? "close" : "check"} />
            </div>
            <h1 className="serif" id="confirmed-title">
              {title}
            </h1>
            {first && !gone && <p>{t("lbl_event_confirmed_text", { space: first.space.name })}</p>}
          </div>
          <Numbers numbers={[booked.confirmation_no]} />
        </div>
        <article className="card stay-card">
          {first?.space.picture && (
            <Picture {...first.space.picture} sizes="(max-width: 48rem) 100vw, 26rem" first />
          )}
          <div className="words">
            <h2 className="serif">
              <Own as="span">{booked.name}</Own>
            </h2>
            <p className="of-number">
              <bdi>{`${guest.first_name} ${guest.last_name}`}</bdi>
            </p>
            {booked.sub_events.map((sub) => {
              const { day, hours } = when(sub);
              return (
                <div className="dates" key={sub.sub_event_id}>
                  <div>
                    <small>{day}</small>
                    <b>{hours}</b>
                  </div>
                  <div>
                    <small>{t("lbl_event_people", { count: sub.number_of_persons })}</small>
                    <Own as="b">{sub.space.name}</Own>
                    {sub.space_arrangement_name && <Own as="small">{sub.space_arrangement_name}</Own>}
                    <Packages of={sub} />
                  </div>
                </div>
              );
            })}
            <dl className="paid">
              <Line label={t("lbl_event_total_charges")} amount={booked.total_charges} currency={currency} />
              <Line label={t("lbl_event_total_taxes")} amount={booked.total_taxes} currency={currency} />
              <div className="whole">
                <dt>{t("lbl_event_grand_total")}</dt>
                <dd>
                  <Money amount={booked.grand_total} currency={currency} />
                </dd>
              </div>
              {!gone && booked.guarantee_type !== BY_COMPANY && (
                <Line label={t("lbl_due_at_hotel")} amount={booked.grand_total} currency={currency} />
              )}
            </dl>
            {!gone && (
              <p className="guarantee">{t(PAID[booked.guarantee_type ?? ""] ?? "lbl_event_no_guarantee")}</p>
            )}
            {!gone && terms && <p className="cancelling">{terms}</p>}
            {gone && penalty > 0 && <p className="cancelling">{costed}</p>}
          </div>
        </article>
        <ExtraActs booked={booked} lastName={guest.last_name} belongs={belongsNow(belongs, booked.of_stay)} />
        <p className="after">
          <Button look="bare" onClick={another}>
            {t("lbl_book_new_event")}
          </Button>
        </p>
      </section>
    </Frame>
  );
}
