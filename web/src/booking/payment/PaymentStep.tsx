/** Payment: what is due, how to guarantee it, and the one button that binds (PAY-01 to PAY-23). */
import { useEffect, useRef, useState } from "react";
import type { GuaranteeType } from "../../api";
import { Challenge } from "../../card/Challenge";
import { CardProblem } from "../../card/exchange";
import { type CardHandle, CardHost } from "../../card/host";
import { useI18n } from "../../i18n";
import { Button, Icon, Notice, Own, RadioCards, say } from "../../ui";
import { useBooking } from "../BookingProvider";
import { ChangeDue } from "../editing/ChangeLines";
import { useGo, useHere } from "../go";
import { useInSight } from "../in-sight";
import { useIsOver } from "../over";
import { PointsWithoutMember } from "../points/MemberAway";
import type { GuaranteeChoice } from "../state";
import { roomsOf } from "../summary/total";
import { useStep } from "../wizard/step";
import { AtWork } from "./AtWork";
import { isAtBank, keepAtBank } from "./at-bank";
import { BankNotHeard } from "./BankNotHeard";
import { CardNotice } from "./CardNotice";
import { ChangedTerms } from "./ChangedTerms";
import { Due } from "./Due";
import { type Dues, duesWord, guaranteeChoice, lastFour, needsCard, passPaysNow, paysNow } from "./guarantee";
import { useGuaranteeName } from "./guarantee-name";
import { NotThrough } from "./NotThrough";
import { TypesToCome } from "./TypesToCome";
import { useOrderWords, usePaymentPlan, useReserve } from "./use-order";
import "./payment.css";

/** The choice of what holds the stay already (PAY-05); no guarantee type is called so. */
const EXISTING = "existing";

/** What is under way; the page does nothing else meanwhile. */
type Phase = "idle" | "card" | "commit";

export default function PaymentStep() {
  const { t, rich } = useI18n();
  const { property, names, state, now, dispatch, currency } = useBooking();
  const go = useGo();
  const here = useHere();
  const isOver = useIsOver();
  const planned = usePaymentPlan();
  const named = useGuaranteeName();
  const [challenge, setChallenge] = useState<{ url: string; onEnd: (answered: boolean) => void } | null>(
    null,
  );
  const batch = state.batch?.batch_id;
  const [unheard, setUnheard] = useState(() => isAtBank(batch));
  const reserve = useReserve(async (url) => {
    // nobody is there any more whom the bank could ask
    if (!here()) return false;
    keepAtBank(batch, true);
    return new Promise<boolean>((onEnd) => setChallenge({ url, onEnd })).finally(() => {
      keepAtBank(batch, false);
      setChallenge(null);
    });
  });
  const card = useRef<CardHandle>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [phase, setPhase] = useState<Phase>("idle");
  const [problem, setProblem] = useState<CardProblem | null>(null);
  const [typed, setTyped] = useState(false);
  const [frame, setFrame] = useState(0);

  const plan = planned.status === "ready" ? planned.plan : null;
  const types = plan?.kind === "CHOOSE" ? plan.types : [];
  // Guest information reserves then, and nobody comes here (PAY-03, PAY-04, WIZ-28), but where it did not know yet: only
  // who presses what says so has ordered.
  const passes = plan?.kind === "PASS" ? plan : null;
  // a changed stay goes on with what holds it, unless the guest picks something else (PAY-05)
  const existing = state.profile?.existing_reservation;
  const stored = existing?.payment_source;
  const goesOn =
    stored !== undefined &&
    stored !== null &&
    types.some((entry) => entry.id === existing?.guarantee_type_id);
  const wanted =
    chosen ?? state.guarantee?.guarantee_type_id ?? (goesOn ? EXISTING : existing?.guarantee_type_id);
  const byExisting = goesOn && wanted === EXISTING;
  // where what is stored cannot go on, nothing is picked for the guest (PAY-06)
  const first = stored ? undefined : types[0];
  const type = byExisting ? null : (types.find((entry) => entry.id === wanted) ?? first ?? null);
  /** How often an order was pressed without one. */
  const [unpicked, setUnpicked] = useState(0);
  const told = useInSight(unpicked);
  const restrictions = state.profile?.restrictions.booking_profile;
  const byCard = type !== null && restrictions !== undefined && needsCard(type, restrictions);
  const kept = state.guarantee?.guarantee_type_id === type?.id ? state.guarantee : null;
  const keptCard = byCard && kept?.details?.custom_field_5 ? kept.details : null;
  const changed = state.selected[0];
  const change = changed?.stay_change;
  const paysWith = (entry: GuaranteeType) =>
    restrictions !== undefined && paysNow(entry, restrictions, Boolean(change));
  const paid =
    passes !== null
      ? passPaysNow(passes.type, existing ?? null, state.selected[0])
      : type === null || paysWith(type);
  const order = useOrderWords(paid);
  const done = (state.outcome?.rooms.length ?? 0) > 0;

  async function commit(guarantee: GuaranteeChoice | null): Promise<false | "confirmation"> {
    setPhase("commit");
    const end = await reserve(guarantee);
    // nothing is to be seen of it for who has left the bank's page
    return here() || now.current.outcome ? end : false;
  }

  /** The card's token, from the frame or kept from the last try; null when there is none, and why is shown. */
  async function guaranteeOf(wantedType: GuaranteeType): Promise<GuaranteeChoice | null> {
    if (!byCard) {
      // kept like a card, so that a failed booking is tried again with it
      const choice = guaranteeChoice(wantedType, null);
      dispatch({ type: "GUARANTEE", guarantee: choice });
      return choice;
    }
    if (keptCard && kept) return kept;
    setPhase("card");
    say(t("lbl_checking_card"));
    try {
      if (!card.current) throw new CardProblem("SILENT");
      const choice = guaranteeChoice(wantedType, await card.current.submit());
      dispatch({ type: "GUARANTEE", guarantee: choice });
      return choice;
    } catch (error) {
      setProblem(error instanceof CardProblem ? error : new CardProblem("FRAME"));
      setPhase("idle");
      return null;
    } finally {
      // the outcome speaks for itself
      say("");
    }
  }

  async function next(): Promise<boolean | "confirmation"> {
    setProblem(null);
    setUnheard(false);
    keepAtBank(batch, false);
    // PAY-21: Next tries again
    if (planned.status === "failed") isOver((await planned.retry()).error);
    if (planned.status !== "ready") return false;
    if (passes) return commit(passes.type && guaranteeChoice(passes.type, null));
    if (byExisting) return commit(null);
    if (!type) {
      setUnpicked((before) => before + 1);
      return false;
    }
    const guarantee = await guaranteeOf(type);
    return guarantee ? commit(guarantee) : false;
  }

  useEffect(() => {
    if (done) go("confirmation", { replace: true });
  });

  useStep({
    next,
    busy: phase !== "idle",
    loading: planned.status === "loading",
    missing: byCard && !keptCard && !typed,
    nextLabel: planned.status === "failed" ? t("lbl_retry") : order.label,
    nextAside: planned.status === "failed" ? undefined : order.aside,
  });

  function newCard(): void {
    setProblem(null);
    setTyped(false);
    dispatch({ type: "GUARANTEE", guarantee: type && { guarantee_type_id: type.id, details: null } });
    setFrame(frame + 1);
  }

  const place = (
    <div className="card-place" role="group" aria-label={t("lbl_card_section")}>
      {problem && <CardNotice problem={problem} onNewCard={newCard} />}
      {keptCard ? (
        <p className="kept-card">
          <Icon name="card" />
          <span>
            {t("lbl_kept_card", {
              brand: keptCard.custom_field_2 ?? "",
              digits: lastFour(keptCard.custom_field_1) ?? "",
            })}
          </span>
          <Button look="bare" onClick={newCard}>
            {t("lbl_use_another_card")}
          </Button>
        </p>
      ) : (
        state.batch && (
          <CardHost
            key={frame}
            ref={card}
            anew={frame > 0}
            property={property}
            booking={state.batch}
            today={property.business_day.date}
            onTyped={() => {
              setTyped(true);
              setProblem((before) => (before?.kind === "DECLINED" ? before : null));
            }}
          />
        )
      )}
    </div>
  );
  const count = roomsOf(state.selected);
  return (
    <section className="payment" aria-labelledby="payment-title">
      <h1 className="serif title" id="payment-title">
        {change ? t("lbl_change_payment_title") : t("lbl_payment_title", { count })}
      </h1>
      <PointsWithoutMember />
      {unheard && !done && <BankNotHeard />}
      <NotThrough />
      {changed && change ? (
        <>
          <ChangeDue room={changed} change={change} paid={paid} />
          <ChangedTerms room={changed} />
        </>
      ) : (
        <Due
          rooms={state.selected}
          due={order.due}
          currency={currency}
          today={property.business_day.date}
          paid={paid}
        />
      )}
      {planned.status === "loading" && <TypesToCome />}
      {planned.status === "failed" && (
        <Notice tone="warn" role="alert">
          {t("lbl_guarantee_not_loaded")}
        </Notice>
      )}
      {unpicked > 0 && !type && !byExisting && (
        <Notice ref={told} tone="bad" role="alert">
          <p>
            <b>{t("lbl_payment_method_required")}</b>
          </p>
          <p>{t("lbl_select_payment_method")}</p>
        </Notice>
      )}
      {types.length > 0 && (
        <RadioCards
          legend={t("lbl_how_you_guarantee")}
          value={byExisting ? EXISTING : (type?.id ?? null)}
          held={phase !== "idle"}
          onChange={(id) => {
            setChosen(id);
            setProblem(null);
          }}
          options={[
            ...(goesOn && stored
              ? [
                  {
                    value: EXISTING,
                    title: t("lbl_existing_payment"),
                    text: t("lbl_kept_card", {
                      brand: stored.custom_field_2,
                      digits: lastFour(stored.custom_field_1) ?? "",
                    }),
                    aside: <Icon name="card" />,
                  },
                ]
              : []),
            ...types.map((entry) => ({
              value: entry.id,
              title: <Own as="span">{named(entry)}</Own>,
              text: existing ? undefined : <TypeText type={entry} due={order.due} paid={paysWith(entry)} />,
              aside: <Icon name={entry.code.endsWith("CC") ? "card" : "bank"} />,
            })),
          ]}
          beneath={
            // what was typed into it is not lost while another type is chosen
            restrictions && types.some((entry) => needsCard(entry, restrictions))
              ? { body: place, hidden: !byCard }
              : undefined
          }
        />
      )}
      {(type || byExisting || passes || planned.status === "loading") && (
        <div className="small quiet binding">
          <p>
            {rich("lbl_you_accepted", {
              terms: (
                <a href={property.terms_url} target="_blank" rel="noopener noreferrer">
                  {t("lbl_terms_of_house")}
                </a>
              ),
            })}
          </p>
          {/* what is paid by a link is the guest's once that is done */}
          {!type?.instant_booking && (
            <p>
              {change
                ? t("lbl_you_change_with", { hotel: names.property(property).name })
                : t("lbl_you_book_with", { count, hotel: names.property(property).name })}
            </p>
          )}
        </div>
      )}
      {challenge && <Challenge {...challenge} vaultOrigin={property.vault_origin} />}
      {phase === "commit" && !challenge && (
        <AtWork title={t("lbl_reserving")} text={t("lbl_reserving_text")} />
      )}
    </section>
  );
}

/** The hotel's own sentence about a type, and what the booking means in money. */
function TypeText({ type, due, paid }: { type: GuaranteeType; due: Dues; paid: boolean }) {
  const { t, money } = useI18n();
  const { names, currency } = useBooking();
  const own = names.field("GUARANTEE_TYPE", type.id, "description", type.description ?? "");
  const amounts = {
    now: money(due.now, currency),
    dated: money(due.later, currency),
    later: money(due.atHotel, currency),
  };
  return (
    <>
      {own && (
        <Own as="span" className="own">
          {own}
        </Own>
      )}{" "}
      {t(duesWord(due, paid), amounts)}
    </>
  );
}
