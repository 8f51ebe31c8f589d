/** An activity or an event that was booked: what, when, who, what it costs, and giving it back. */
import { useEffect, useRef, useState } from "react";
import { cancelExtra, type ExtraDetails, type FoundExtra, type FoundReservation, hasCode } from "../api";
import { useComesBack } from "../booking/back-to";
import { useExtraPapers } from "../booking/confirmation/Act";
import { useHere } from "../booking/go";
import { useWithYourClock } from "../booking/OnYourClock";
import { isUnclear } from "../booking/payment/refusal";
import { splitInstant, useI18n } from "../i18n";
import { useFailureWords } from "../shell/failure-words";
import { Button, Dialog, Icon, Money, Own, Picture, Tag } from "../ui";
import { RESULT } from "./closed";
import { ErrorNotice } from "./ErrorNotice";
import { InView } from "./InView";
import { useReservation } from "./reservation";

export interface ExtraCardProps {
  found: FoundExtra;
  /** One of several of a stay: its number stands on it. */
  ofStay?: boolean;
}

export function ExtraCard({ found, ofStay = false }: ExtraCardProps) {
  const Heading = ofStay ? "h3" : "h2";
  const { t, day } = useI18n();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { extra, conf_num } = found;
  const words = useExtraWords();
  const picture = extra.parts[0]?.picture;
  const stands = extra.status === "CONFIRMED";
  const { cancellation } = extra;
  const papers = useExtraPapers()(extra);
  const card = useRef<HTMLElement>(null);
  /** Its button goes with what is done. */
  const focused = () =>
    document.activeElement === document.body || card.current?.contains(document.activeElement) === true;
  const name = useRef<HTMLHeadingElement>(null);
  const { allowed } = cancellation;
  const couldBe = useRef(allowed);
  // so does the one that the dialog gives the focus back to, at once or when it is read that it was done
  useEffect(() => {
    if (asking) return;
    if (couldBe.current && !allowed && document.activeElement === document.body) name.current?.focus();
    couldBe.current = allowed;
  }, [asking, allowed]);
  return (
    <article ref={card} className="card extra" aria-label={extra.name}>
      {picture && <Picture {...picture} sizes="(max-width: 48rem) 100vw, 14rem" />}
      <div className="words">
        <p className="over">
          <span>{t(extra.kind === "ACTIVITY" ? "lbl_kind_activity" : "lbl_kind_event")}</span>
          <Tag {...(stands ? { tone: "good" } : {})}>
            {t(stands ? "lbl_status_confirmed" : "lbl_status_cancelled")}
          </Tag>
        </p>
        <Heading className="serif" tabIndex={-1} ref={name}>
          <Own as="span">{extra.name}</Own>
        </Heading>
        <ul className="parts">
          {extra.parts.map((part) => (
            <li key={part.name + part.from}>
              <b>{day(splitInstant(part.from).day, "weekdayLong")}</b>
              <span>{words.hours(part)}</span>
              <span className="quiet">{words.what(extra, part)}</span>
            </li>
          ))}
        </ul>
        <dl>
          {ofStay && (
            <Line label={t("lbl_confirmation_number")}>
              <bdi dir="ltr">{conf_num}</bdi>
            </Line>
          )}
          <Line label={t("lbl_activity_guest")}>
            <bdi>{`${extra.first_name} ${extra.last_name}`}</bdi>
          </Line>
          <Line label={t("lbl_grand_total")}>
            <Money amount={extra.total} currency={extra.currency} />
          </Line>
          {extra.paid > 0 && (
            <Line label={t("lbl_paid")}>
              <Money amount={extra.paid} currency={extra.currency} />
            </Line>
          )}
          {extra.company && <Line label={t("lbl_paid_by_company", { company: extra.company })}>{""}</Line>}
          {stands && !extra.company && extra.due_at_hotel > 0 && (
            <Line label={t("lbl_due_at_hotel")}>
              <Money amount={extra.due_at_hotel} currency={extra.currency} />
            </Line>
          )}
        </dl>
        <p className="small quiet">
          <Standing extra={extra} />
        </p>
        <p className="ways">
          <a className="text-link" href={papers.letter} target="_blank" rel="noopener noreferrer">
            <Icon name="mail" small /> {t("lbl_confirmation_letter")}
          </a>
          {stands && (
            <a className="text-link" href={papers.calendar} download>
              <Icon name="calendar" small /> {t("lbl_add_to_calendar")}
            </a>
          )}
          {allowed && (
            <Button look="danger" busy={busy && !asking} onClick={() => setAsking(true)}>
              {t(extra.kind === "ACTIVITY" ? "lbl_cancel_activity" : "lbl_cancel_event")}
            </Button>
          )}
        </p>
      </div>
      {asking && (
        <Ask found={found} busy={busy} onBusy={setBusy} onClose={() => setAsking(false)} focused={focused} />
      )}
    </article>
  );
}

/** What it costs and gives back, before it is done. */
function Ask(props: {
  found: FoundExtra;
  busy: boolean;
  onBusy: (busy: boolean) => void;
  onClose: () => void;
  /** Whether the focus is on what was booked, or lost. */
  focused: () => boolean;
}) {
  const { found, busy, onBusy, onClose, focused } = props;
  const { t, language } = useI18n();
  const { found: stay, again, check, wasDone, tell, leave } = useReservation();
  const failureWords = useFailureWords();
  const here = useHere();
  const [problem, setProblem] = useState<string | null>(null);
  // an answer that did not come may have said that it is done; who then asks once more hears that it cannot be
  const unheard = useRef(false);
  const { extra } = found;
  // with what it is beside, or by itself
  const of = (stay ?? found).conf_num;
  const { penalty, refund, allowed } = extra.cancellation;
  const cancelled = extra.status === "CANCELLED";
  // by another tab, or with its time; what is done here closes the dialog
  const gone = !allowed && !busy;

  async function cancel() {
    onBusy(true);
    setProblem(null);
    try {
      await cancelExtra(found.request_token, penalty, language).catch(async (error) => {
        unheard.current ||= isUnclear(error);
        if (
          !unheard.current ||
          !(await wasDone(found.request_token, (now) => isCancelled(now, found.conf_num)))
        )
          throw error;
      });
      await again();
      tell({ text: t("lbl_cancel_done"), at: RESULT, of, done: true, focus: here() || focused() });
      onClose();
    } catch (error) {
      if (hasCode(error, "LOOK_UP_EXPIRED")) return void leave(t("lbl_look_up_expired"), of);
      const why = failureWords(error);
      if (here()) setProblem(why);
      // the dialog was closed meanwhile
      else tell({ text: why, at: RESULT, of, refusal: true });
      // what it comes to by now is shown before it is asked again, and what is in doubt once nothing is asked
      if (hasCode(error, "CANCELLATION_CHANGED", "NOT_CANCELLABLE")) await check();
      else if (!here() && unheard.current) await again();
    } finally {
      onBusy(false);
    }
  }

  async function close() {
    onClose();
    if (!unheard.current) return;
    // whether it still stands is not known: what is shown of it is read anew
    const done = await wasDone(found.request_token, (now) => isCancelled(now, found.conf_num));
    await again();
    if (done) tell({ text: t("lbl_cancel_done"), at: RESULT, of, done: true, focus: focused() });
  }

  const activity = extra.kind === "ACTIVITY";
  const costsWhom = extra.company
    ? t("lbl_paid_by_company", { company: extra.company })
    : t(extra.paid > 0 ? "lbl_hotel_keeps" : "lbl_hotel_asks");
  const title = t(activity ? "lbl_cancel_activity" : "lbl_cancel_event");
  return (
    <Dialog
      title={title}
      onClose={() => void close()}
      foot={
        <>
          <Button look="line" onClick={() => void close()}>
            {t(gone ? "lbl_close" : "lbl_keep_it")}
          </Button>
          {!gone && (
            <Button look="danger" busy={busy} onClick={() => void cancel()}>
              {title}
            </Button>
          )}
        </>
      }
    >
      <div className="ask-extra">
        <p>
          <Own as="b">{extra.name}</Own>
        </p>
        {problem && !(gone && cancelled) && <ErrorNotice>{problem}</ErrorNotice>}
        {gone ? (
          (cancelled || !problem) && (
            <InView>
              <p>
                <Standing extra={extra} />
              </p>
            </InView>
          )
        ) : (
          <>
            <dl>
              <Line label={costsWhom}>
                <Money amount={penalty} currency={extra.currency} />
              </Line>
              {extra.paid > 0 && (
                <Line label={t("lbl_you_get_back")}>
                  <Money amount={refund} currency={extra.currency} />
                </Line>
              )}
            </dl>
            <p className="small quiet">
              {t(activity ? "lbl_places_free_at_once" : "lbl_space_free_at_once")}
            </p>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Whether what has this number was given back. */
function isCancelled(now: FoundReservation | FoundExtra, number: string): boolean {
  const extras = "extra" in now ? [now] : now.extras;
  return extras.some(({ conf_num, extra }) => conf_num === number && extra.status === "CANCELLED");
}

type Part = ExtraDetails["parts"][number];

/** The terms of what stands, or what became of what was given back. */
function Standing({ extra }: { extra: ExtraDetails }) {
  const { t, instant } = useI18n();
  const words = useExtraWords();
  const { status, cancelled_at } = extra;
  const what = cancelled_at
    ? t("lbl_extra_cancelled_on", { date: instant(cancelled_at) })
    : words.terms(extra);
  return status === "CONFIRMED" ? what : `${what} ${words.cameTo(extra)}`;
}

/** What is said of an activity or an event. */
export function useExtraWords() {
  const { t, time, money, instant, facts } = useI18n();
  const comesBack = useComesBack();
  const withYourClock = useWithYourClock();
  const people = (part: Part) => {
    const first = t("lbl_adults_count", { count: part.adults });
    const second = t("lbl_children_count", { count: part.children });
    return part.children > 0 ? t("lbl_and", { first, second }) : first;
  };
  /** Whoever pays it is named where its guest does not. */
  const costs = (key: "lbl_extra_costs_now" | "lbl_extra_costed", company: string | null, amount: string) =>
    company ? t(`${key}_by`, { amount, company }) : t(key, { amount });
  return {
    hours: ({ from, to }: Pick<Part, "from" | "to">) =>
      t("lbl_time_from_to", { from: time(splitInstant(from).time), to: time(splitInstant(to).time) }),
    what: (extra: ExtraDetails, part: Part) =>
      extra.kind === "ACTIVITY"
        ? people(part)
        : facts([
            part.name,
            part.arrangement,
            t("lbl_event_people", { count: part.adults }),
            ...part.packages.map(({ name, quantity }) =>
              quantity > 1 ? t("lbl_quantity_of", { count: quantity, what: name }) : name,
            ),
          ]),
    /** Until when giving it back costs nothing, and what comes then. */
    terms: ({ kind, currency, company, cancellation }: ExtraDetails) => {
      const { allowed, free, free_until, later_penalty } = cancellation;
      const amount = later_penalty === null ? "" : money(later_penalty, currency);
      if (!allowed) return t("lbl_extra_too_late");
      if (!free) return costs("lbl_extra_costs_now", company, amount);
      const until = instant(free_until);
      if (amount) {
        const then = company
          ? t("lbl_extra_free_then_by", { until, amount, company })
          : t("lbl_extra_free_then", { until, amount });
        return withYourClock(then, free_until);
      }
      const sentence = t("lbl_free_until_short", { until });
      return withYourClock(
        kind === "ACTIVITY" ? `${sentence} ${t("lbl_extra_no_more")}` : sentence,
        free_until,
      );
    },
    /** What giving it back came to. */
    cameTo: ({ currency, company, cancellation }: ExtraDetails) => {
      const { penalty, refund, refund_status, masked_card_number, card_brand } = cancellation;
      const card = masked_card_number && card_brand ? { masked_card_number, card_brand } : null;
      return [
        refund > 0 ? comesBack(refund, currency, refund_status, card) : "",
        penalty > 0 ? costs("lbl_extra_costed", company, money(penalty, currency)) : "",
      ]
        .filter(Boolean)
        .join(" ");
    },
  };
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
