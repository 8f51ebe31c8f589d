/** It worked: number, what, when, who, what it costs, and giving it back (ACT-31 to ACT-34). */
import { useContext, useEffect, useRef } from "react";
import type { ConfirmedActivity } from "../api";
import { useComesBack } from "../booking/back-to";
import { ExtraActs } from "../booking/confirmation/ExtraActs";
import { Numbers } from "../booking/confirmation/Numbers";
import { belongsNow } from "../booking/ForStay";
import { GoContext } from "../booking/go";
import { useI18n } from "../i18n";
import { Button, Icon, Money, Own, Picture, say } from "../ui";
import { Frame } from "./Frame";
import { NoImage } from "./SelectActivity";
import { useTermsWords } from "./Summary";
import { pathOf } from "./steps";
import { useActivity } from "./useActivity";
import { useActivityWords } from "./words";
import "../booking/confirmation/confirmation.css";

export function Confirmation() {
  const { confirmed } = useActivity().state;
  return <Frame step="confirmation">{confirmed && <Confirmed confirmed={confirmed} />}</Frame>;
}

function Confirmed({ confirmed }: { confirmed: ConfirmedActivity }) {
  const { t, day, number } = useI18n();
  const comesBack = useComesBack();
  const { navigate } = useContext(GoContext);
  const { state, startOver } = useActivity();
  const { chosen, price, belongs } = state;
  const words = useActivityWords();
  const terms = useTermsWords();
  const [image] = words.images(chosen?.template ?? null);
  const { primary_guest: guest, currency } = confirmed;
  const gone = confirmed.status === "CANCELLED";
  const title = gone ? t("lbl_activity_cancelled") : t("lbl_activity_confirmed", { name: guest.first_name });
  useEffect(() => say(title), [title]);
  // the button that asked once more is gone, and the focus with it
  const top = useRef<HTMLElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body)
      top.current?.closest("main")?.focus({ preventScroll: true });
  }, []);

  /** The page is loaded anew, at the calendar (ACT-34). */
  function another() {
    startOver();
    navigate(pathOf("select-activity"));
    requestAnimationFrame(() => window.location.reload());
  }

  const fact = (label: string, value: React.ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <section ref={top} className="confirmation" aria-labelledby="confirmation-title">
      <div className="yes">
        <div>
          <div className="ring">
            <Icon name={gone ? "close" : "check"} />
          </div>
          <h1 className="serif" id="confirmation-title">
            {title}
          </h1>
          {!gone && <p>{t("lbl_activity_confirmed_say")}</p>}
        </div>
        <Numbers numbers={[confirmed.confirmation_no]} />
      </div>
      <article className="card stay-card">
        {image ? <Picture {...image} sizes="(max-width: 48rem) 100vw, 50vw" /> : <NoImage />}
        <div className="words">
          <Own as="h2" className="serif">
            {words.name(confirmed.activity_template_id, confirmed.name)}
          </Own>
          <div className="dates">
            <div>
              <small>{t("lbl_activity_date")}</small>
              <b>{day(confirmed.date, "weekdayLong")}</b>
            </div>
            <div>
              <small>{t("lbl_activity_time")}</small>
              <b>{words.hours(confirmed)}</b>
            </div>
          </div>
          <dl className="paid">
            {fact(t("lbl_activity_guest"), <bdi>{`${guest.first_name} ${guest.last_name}`}</bdi>)}
            {fact(t("lbl_adults"), number(confirmed.adults))}
            {fact(t("lbl_children"), number(confirmed.children))}
            {fact(t("lbl_activity_booked_on"), day(confirmed.booking_date))}
            {fact(t("lbl_paid"), <Money amount={confirmed.amount_paid} currency={currency} />)}
            {confirmed.due_at_hotel > 0 &&
              fact(t("lbl_due_at_hotel"), <Money amount={confirmed.due_at_hotel} currency={currency} />)}
          </dl>
          {!gone && price && <p className="cancelling">{terms(price)}</p>}
          {gone && confirmed.amount_paid > 0 && (
            <p className="cancelling">
              {comesBack(confirmed.amount_paid, currency, confirmed.refund_status, null)}
            </p>
          )}
        </div>
      </article>
      <ExtraActs
        booked={{ ...confirmed, from: confirmed.starts_at }}
        lastName={guest.last_name}
        belongs={belongsNow(belongs, confirmed.of_stay)}
      />
      <p className="after">
        <Button look="bare" onClick={another}>
          {t("lbl_book_another_activity")}
        </Button>
      </p>
    </section>
  );
}
