/** A card or a company, and the button that binds (EVENT-37 to EVENT-44). */
import { useContext, useEffect, useRef, useState } from "react";
import { ApiProblem, hasCode } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { GoContext } from "../booking/go";
import { CardNotice } from "../booking/payment/CardNotice";
import { guaranteeDetails, orderWord } from "../booking/payment/guarantee";
import { useSideFrame } from "../booking/payment/side-frame";
import { useProblemWords } from "../booking/problem-words";
import { CardProblem } from "../card/exchange";
import { type CardHandle, CardHost } from "../card/host";
import { useI18n } from "../i18n";
import { strangersInside } from "../shell/strangers";
import { Notice, type RadioCard, RadioCards, say } from "../ui";
import { CompanyChoice } from "./CompanyChoice";
import { Frame } from "./Frame";
import { pathOf } from "./steps";
import { isGone, useEvent } from "./useEvent";
import "../booking/payment/payment.css";

type Source = "card" | "company";

/** What the server calls a guarantee by card (EVENT-43). */
const BY_CARD = "FPCC";

export function Payments() {
  const { t, money } = useI18n();
  const { property, names } = useBooking();
  const { navigate } = useContext(GoContext);
  const { access, event, guarantee, confirm } = useEvent();
  const problemWords = useProblemWords();
  const profile = event?.event_booking_profile;
  const [source, setSource] = useState<Source>(
    profile?.enable_card_capture && !event?.guarantee.company_id ? "card" : "company",
  );
  const card = useRef<CardHandle>(null);
  const told = useRef<HTMLDivElement>(null);
  const size = useSideFrame();
  const [frame, setFrame] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<CardProblem | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  // nobody types a card beside a third party's code: the frame has a page to itself, which finds the event again
  const anewPage = strangersInside();
  useEffect(() => {
    if (anewPage) window.location.reload();
  }, [anewPage]);
  useEffect(() => {
    if (problem || failure) told.current?.scrollIntoView({ block: "center" });
  }, [problem, failure]);

  const company = event?.guarantee.company_id ?? null;
  const asked = Boolean(profile?.enable_card_capture || profile?.enable_company_payment);

  async function byCard() {
    say(t("lbl_checking_card"));
    if (!card.current) throw new CardProblem("SILENT");
    const payment_source = guaranteeDetails({ id: BY_CARD }, await card.current.submit());
    await guarantee({ guarantee_type: BY_CARD, payment_source });
  }

  /** Each forward step is saved first, and the guest goes on only when it is (EVENT-07). */
  async function book() {
    setProblem(null);
    setFailure(null);
    if (asked && source === "company" && !company) {
      setFailure(t("lbl_company_needed"));
      return;
    }
    setBusy(true);
    try {
      if (asked && source === "card") await byCard();
      await confirm();
      navigate(pathOf("confirmation"));
    } catch (error) {
      if (isGone(error)) return;
      if (error instanceof CardProblem) setProblem(error);
      else if (hasCode(error, "CARD_EXPIRED")) setProblem(new CardProblem("EXPIRED"));
      else setFailure((error instanceof ApiProblem && problemWords(error)) || t("lbl_no_answer"));
    } finally {
      say("");
      setBusy(false);
    }
  }

  function newCard() {
    setProblem(null);
    setFrame(frame + 1);
  }

  const bill = event?.client_visible_data.summary;
  const options: RadioCard<Source>[] = [];
  if (profile?.enable_card_capture) {
    options.push({
      value: "card",
      title: t("lbl_pay_by_card"),
      text: t("lbl_event_card_text"),
      body: access && !anewPage && (
        <div role="group" aria-label={t("lbl_card_section")}>
          <CardHost
            key={frame}
            ref={card}
            property={property}
            booking={{ batch_id: access.event_id, token: access.token }}
            today={property.business_day.date}
            size={size}
            onTyped={() => setProblem((before) => (before?.kind === "DECLINED" ? before : null))}
          />
        </div>
      ),
    });
  }
  if (profile?.enable_company_payment) {
    options.push({
      value: "company",
      title: t("lbl_pay_by_company"),
      text: t("lbl_event_company_text"),
      body: <CompanyChoice onFailure={setFailure} />,
    });
  }
  return (
    <Frame
      step="payments"
      next={{
        label: t(orderWord(property.order_button, 0)),
        aside: bill && money(bill.total_amount, bill.currency),
        busy,
        onPress: () => void book(),
      }}
    >
      <section className="payment" aria-labelledby="payment-title">
        <h1 className="serif title" id="payment-title">
          {t("lbl_event_payment_title")}
        </h1>
        <div ref={told}>
          {problem && <CardNotice problem={problem} onNewCard={newCard} />}
          {failure && (
            <Notice tone="bad" role="alert">
              {failure}
            </Notice>
          )}
        </div>
        {asked ? (
          <RadioCards
            legend={t("lbl_event_payment_title")}
            legendHidden
            options={options}
            value={source}
            onChange={(next) => {
              setSource(next);
              setFailure(null);
              setProblem(null);
            }}
          />
        ) : (
          <p className="quiet">{t("lbl_event_no_guarantee")}</p>
        )}
        <p className="small quiet binding">
          {t("lbl_event_binding", { hotel: names.property(property).name })}
        </p>
      </section>
    </Frame>
  );
}
