/** A card or a company, and the button that binds (EVENT-37 to EVENT-44). */
import { useEffect, useState } from "react";
import { type Company, hasCode } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { useHere } from "../booking/go";
import { guaranteeDetails, orderWord } from "../booking/payment/guarantee";
import { SideBinding } from "../booking/payment/SideBinding";
import { useSideCard } from "../booking/payment/side-card";
import { problemOf } from "../booking/payment/side-order";
import { CardProblem } from "../card/exchange";
import { useI18n } from "../i18n";
import { type RadioCard, RadioCards, say } from "../ui";
import { byCompany, CompanyChoice, type CompanyChoiceProps } from "./CompanyChoice";
import { Frame } from "./Frame";
import { BY_CARD } from "./guarantees";
import { useRefusalWords } from "./refusal-words";
import { useTermsWords } from "./Summary";
import { isGone, useEvent } from "./useEvent";

type Source = "card" | "company";

/** Why nothing was asked of the server. */
const NO_COMPANY = "lbl_company_needed";

export function Payments() {
  const { t, money } = useI18n();
  const { property, names } = useBooking();
  const here = useHere();
  const { access, event, agreed, guarantee, confirm, underWay, refused, mend } = useEvent();
  const words = useRefusalWords();
  const card = useSideCard();
  const profile = event?.event_booking_profile;
  const [source, setSource] = useState<Source>(
    profile?.enable_card_capture && !event?.guarantee.company_id ? "card" : "company",
  );
  // once it has been looked at: it may load the page anew
  const [withCard, setWithCard] = useState(source === "card");
  const [busy, setBusy] = useState(false);
  const held = busy || underWay;
  const termsWords = useTermsWords();

  // the one on the screen pays, and no other that was selected before it was looked for
  const [found, setFound] = useState<Company | null>(null);
  const [choice, setChoice] = useState<CompanyChoiceProps["busy"]>(null);
  const company = found && event?.guarantee.company_id === found.code ? found : null;
  const asked = Boolean(profile?.enable_card_capture || profile?.enable_company_payment);

  function explain(error: unknown) {
    if (error instanceof CardProblem) card.refuse(error);
    else if (hasCode(error, "CARD_EXPIRED")) card.refuse(new CardProblem("EXPIRED"));
    else card.refuse(error);
  }

  // an order that was refused is mended here
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal once
  useEffect(() => {
    if (refused) explain(problemOf(refused));
  }, [refused]);

  /** Each forward step is saved first, and the guest goes on only when it is (EVENT-07). */
  async function book() {
    card.refuse(null);
    mend();
    if (asked && source === "company" && !company) {
      card.refuse(NO_COMPANY);
      return;
    }
    setBusy(true);
    try {
      if (asked && source === "card") {
        const payment_source = guaranteeDetails({ id: BY_CARD }, await card.submit());
        await guarantee({ guarantee_type: BY_CARD, payment_source });
      } else if (asked && company) {
        await guarantee(byCompany(company));
      }
      // nothing is booked from a screen that was left: the guest has gone on looking
      if (here()) confirm();
    } catch (error) {
      if (!isGone(error) && here()) explain(error);
    } finally {
      say("");
      setBusy(false);
    }
  }

  const bill = agreed?.bill;
  const terms = termsWords(bill, asked && source === "company" ? company?.name : null);
  const options: RadioCard<Source>[] = [];
  if (profile?.enable_card_capture) {
    options.push({
      value: "card",
      title: t("lbl_pay_by_card"),
      text: t("lbl_event_card_text"),
    });
  }
  if (profile?.enable_company_payment) {
    options.push({
      value: "company",
      title: t("lbl_pay_by_company"),
      text: t("lbl_event_company_text"),
      body: (
        <CompanyChoice
          found={found}
          held={held}
          busy={choice}
          onBusy={setChoice}
          onFound={setFound}
          onFailure={card.refuse}
        />
      ),
    });
  }
  return (
    <Frame
      step="payments"
      next={{
        label: t(orderWord(property.order_button, 0)),
        aside: bill && money(bill.total_amount, bill.currency),
        // a company that is being selected would take the place of a card
        busy: held || choice === "select" || (choice === "search" && source === "company"),
        onPress: () => void book(),
      }}
    >
      <section className="payment" aria-labelledby="payment-title">
        <h1 className="serif title" id="payment-title">
          {t("lbl_event_payment_title")}
        </h1>
        {card.notices((problem) => (
          <>
            <p>{problem === NO_COMPANY ? t(NO_COMPANY) : words(problem)}</p>
            {hasCode(problem, "CANCELLATION_CHANGED") && terms && <p>{terms}</p>}
          </>
        ))}
        {asked ? (
          <RadioCards
            legend={t("lbl_event_payment_title")}
            legendHidden
            options={options}
            value={source}
            held={held}
            beneath={
              // what was typed into it is not lost while the company is looked at
              access && withCard
                ? {
                    body: (
                      <div className="card-place" role="group" aria-label={t("lbl_card_section")}>
                        {card.form({ batch_id: access.event_id, token: access.token })}
                      </div>
                    ),
                    hidden: source !== "card",
                  }
                : undefined
            }
            onChange={(next) => {
              setSource(next);
              setWithCard((before) => before || next === "card");
              card.refuse(null);
            }}
          />
        ) : (
          <p className="quiet">{t("lbl_event_no_guarantee")}</p>
        )}
        <SideBinding
          cancelling={terms}
          bookedWith={t("lbl_event_binding", { hotel: names.property(property).name })}
        />
      </section>
    </Frame>
  );
}
