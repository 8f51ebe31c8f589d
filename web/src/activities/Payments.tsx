/** The card, and the button that binds (ACT-26 to ACT-30, ACT-39). */
import { useContext, useEffect, useState } from "react";
import { hasCode } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { GoContext, useHere } from "../booking/go";
import { isAtBank, keepAtBank } from "../booking/payment/at-bank";
import { BankNotHeard } from "../booking/payment/BankNotHeard";
import { guaranteeDetails, orderWord } from "../booking/payment/guarantee";
import { isUnclear } from "../booking/payment/refusal";
import { SideBinding } from "../booking/payment/SideBinding";
import { useSideCard } from "../booking/payment/side-card";
import { problemOf } from "../booking/payment/side-order";
import { Challenge } from "../card/Challenge";
import { CardProblem } from "../card/exchange";
import { useI18n } from "../i18n";
import { useFailureWords } from "../shell/failure-words";
import { Button, Icon, Notice, Own, Skeleton, say } from "../ui";
import { Frame } from "./Frame";
import { useTermsWords } from "./Summary";
import { pathOf } from "./steps";
import { useActivity } from "./useActivity";

export function Payments() {
  const { t, money } = useI18n();
  const { property, names } = useBooking();
  const { navigate } = useContext(GoContext);
  const here = useHere();
  const { state, change, pay, readAnew, confirm, startOver } = useActivity();
  const failureWords = useFailureWords();
  const card = useSideCard();
  const terms = useTermsWords();
  const [busy, setBusy] = useState(false);
  const [bank, setBank] = useState<{ url: string; onEnd: (answered: boolean) => void } | null>(null);

  const { price, types, access, chosen } = state;
  const [unheard, setUnheard] = useState(() => isAtBank(access?.id));
  const type = types?.find(({ code }) => code.endsWith("CC"));
  const integration = type?.payment_type_integrations[0];
  const failed =
    state.start.kind === "failed"
      ? state.start.problem
      : state.save.kind === "failed"
        ? state.save.problem
        : null;
  const ready = types !== null && price !== null && access !== null;
  const byCard = ready && integration !== undefined;
  const due = byCard ? price.grand_total : 0;

  /** True when the sum is set aside; else why not is shown. */
  async function paid(): Promise<boolean> {
    if (!integration) return true;
    try {
      const token = await card.submit();
      const name = [state.guest?.first_name, state.guest?.last_name].filter(Boolean).join(" ");
      const source = {
        ...guaranteeDetails({ id: integration.payment_type_id }, token),
        custom_field_3: name, // the guest's, not what stands on the card (ACT-30)
      };
      try {
        await pay(source);
      } catch (error) {
        const url = hasCode(error, "CARD_CHALLENGE") ? error.body.challenge_url : undefined;
        if (!url) throw error;
        keepAtBank(access?.id, true);
        const answered = await new Promise<boolean>((onEnd) => setBank({ url, onEnd }));
        keepAtBank(access?.id, false);
        setBank(null);
        if (!answered) throw new CardProblem("DECLINED", "", "lbl_refused_unconfirmed");
        await pay(source);
      }
      return true;
    } catch (error) {
      if (here()) explain(error);
      return false;
    } finally {
      say("");
    }
  }

  function explain(error: unknown) {
    if (error instanceof CardProblem) card.refuse(error);
    else if (hasCode(error, "CARD_DECLINED"))
      card.refuse(new CardProblem("DECLINED", error.message, error.body.label));
    else if (hasCode(error, "CARD_EXPIRED")) card.refuse(new CardProblem("EXPIRED"));
    else if (hasCode(error, "BATCH_EXPIRED", "BATCH_UNKNOWN", "SECRET_MISSING"))
      change({ start: { kind: "failed", problem: error } });
    else if (hasCode(error, "ACTIVITY_CHANGED")) {
      void readAnew(error);
      card.anew();
    } else if (hasCode(error, "PRICE_CHANGED") && error.body.quote) {
      change({ price: error.body.quote });
      card.refuse(error);
      card.anew();
    } else if (hasCode(error, "ALREADY_COMMITTED")) order();
    else {
      card.refuse(error);
      card.anew();
    }
  }

  function words(problem: unknown) {
    const quote = hasCode(problem, "PRICE_CHANGED") ? problem.body.quote : null;
    return quote
      ? t("lbl_activity_price_changed", { amount: money(quote.grand_total, quote.currency) })
      : failureWords(problem);
  }

  function order() {
    confirm();
    // where it is refused the payment comes back, and Back leads on from there
    navigate(pathOf("confirmation"), { replace: true });
  }

  // an order that was refused is mended here
  const { refused } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal once
  useEffect(() => {
    if (refused) explain(problemOf(refused));
  }, [refused]);

  async function book() {
    card.refuse(null);
    setUnheard(false);
    keepAtBank(access?.id, false);
    change({ changed: false, refused: null });
    setBusy(true);
    try {
      // nothing is booked from a screen that was left: the guest has gone on looking
      if ((await paid()) && here()) order();
    } finally {
      setBusy(false);
    }
  }

  const expired = hasCode(failed, "BATCH_EXPIRED", "BATCH_UNKNOWN", "SECRET_MISSING");
  const ofGuest = failed !== null && state.save.kind === "failed" && (failed.body.errors?.length ?? 0) > 0;
  const bill = chosen && price ? { chosen, price } : null;
  const label = t(orderWord(property.order_button, due));
  return (
    <Frame
      step="payments"
      bill={bill}
      {...(failed
        ? {}
        : {
            next: {
              label,
              aside: price && due > 0 ? money(price.grand_total, price.currency) : undefined,
              busy: busy || !ready,
              onPress: () => void book(),
            },
          })}
    >
      <section className="payment" aria-labelledby="payment-title">
        <h1 className="serif title" id="payment-title">
          {t("lbl_activity_pay_title")}
        </h1>
        {failed && (
          <Notice tone="warn" role="alert">
            <p>
              {expired
                ? t("lbl_activity_expired")
                : ofGuest
                  ? t("lbl_activity_guests_refused")
                  : failureWords(failed)}
            </p>
            <p className="ways">
              {state.changed && isUnclear(failed) && (
                <Button
                  look="line"
                  onClick={({ currentTarget }) => {
                    // the notice goes, and the focus would with it
                    currentTarget.closest("main")?.focus({ preventScroll: true });
                    void readAnew(refused ? problemOf(refused) : failed);
                    card.anew();
                  }}
                >
                  {t("lbl_retry")}
                </Button>
              )}
              {ofGuest || (!expired && state.save.kind === "failed") ? (
                <Button look="line" onClick={() => navigate(pathOf("guest-information"))}>
                  {t("lbl_back_to_guest_information")}
                </Button>
              ) : (
                <Button
                  look="line"
                  onClick={() => {
                    if (expired) startOver();
                    navigate(pathOf(expired ? "select-activity" : "activity-details"));
                  }}
                >
                  {t("lbl_choose_another_time")}
                </Button>
              )}
            </p>
          </Notice>
        )}
        {!failed && state.changed && (
          <Notice tone="warn" role="alert">
            {t("lbl_activity_changed")}
          </Notice>
        )}
        {!failed && unheard && <BankNotHeard />}
        {!failed && !ready && (
          <div className="types-to-come" role="status">
            <span className="vh">{t("lbl_activity_holding")}</span>
            <Skeleton block="1.5rem" />
            <div className="card-place" aria-hidden="true">
              <Skeleton block="1.5rem" />
              {card.toCome()}
            </div>
          </div>
        )}
        {!failed && ready && (
          <p className="quiet">
            {price.grand_total === 0
              ? t("lbl_activity_free")
              : t(byCard ? "lbl_activity_charged" : "lbl_activity_paid_at_hotel", {
                  amount: money(price.grand_total, price.currency),
                })}
          </p>
        )}
        {card.notices((problem) => (
          <p>{words(problem)}</p>
        ))}
        {!failed && byCard && access && (
          <div className="card-place activity-card-place" role="group" aria-label={t("lbl_card_section")}>
            <p className="card-kind">
              <Icon name="card" />
              <Own as="b">{names.field("GUARANTEE_TYPE", type?.code ?? "", "name", type?.name ?? "")}</Own>
            </p>
            {card.form({ activity_map_id: access.id, token: access.token })}
          </div>
        )}
        {!failed && (
          <SideBinding
            cancelling={price && terms(price)}
            bookedWith={t("lbl_activity_you_book_with", { hotel: names.property(property).name })}
          />
        )}
        {bank && <Challenge {...bank} vaultOrigin={property.vault_origin} />}
      </section>
    </Frame>
  );
}
