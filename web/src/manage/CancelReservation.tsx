import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useContext, useRef, useState } from "react";
import { type CancelConsent, cancelConsent, cancelReservation, type FoundReservation, hasCode } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { useBackLines, useCardName } from "../booking/back-to";
import { GoContext, useHere } from "../booking/go";
import { onGuestsClock } from "../booking/guests-clock";
import { OnYourClock } from "../booking/OnYourClock";
import { isUnclear } from "../booking/payment/refusal";
import { changing } from "../booking/persist";
import { useStayWords } from "../booking/stay-words";
import { type LabelKey, sumMoney, useI18n } from "../i18n";
import { useFailureWords } from "../shell/failure-words";
import { Button, Checkbox, Money, Notice, Own } from "../ui";
import { useRoomWords } from "./AlsoRooms";
import { useReadAgain } from "./act";
import { CancelTooChoice, useCancelToo } from "./CancelToo";
import { areCancelled, isInDoubt, useAtWork, useCancelledWords, whileCancelling } from "./cancelling";
import { keepChosen, recallChosen } from "./chosen";
import { CANCEL, FORM, RESULT } from "./closed";
import { costLines } from "./costs";
import { ErrorNotice } from "./ErrorNotice";
import { InView } from "./InView";
import { useReservation } from "./reservation";

/** What cancelling costs and gives back, before it is done, for one room or several (MANAGE-22 to MANAGE-24). */
export function CancelReservation() {
  const { t, language } = useI18n();
  const { navigate } = useContext(GoContext);
  const here = useHere();
  const { found, again, check, wasDone, leave, tell } = useReservation();
  const readAgain = useReadAgain(CANCEL);
  const failureWords = useFailureWords();
  const { property, now, startOver } = useBooking();
  const words = useCancelledWords(found);
  const queries = useQueryClient();
  const rooms = found?.rooms ?? [];
  const number = found?.conf_num;
  const [before] = useState(() => recallChosen(property.id, number));
  const [wanted, setWanted] = useState<readonly string[]>(before?.rooms ?? (number ? [number] : []));
  const some = rooms.some((room) => room.cancellation_allowed);
  // a room of which the hotel has said something else meanwhile keeps the others from nothing
  const gone = rooms
    .filter((room) => room.status === "CANCELLED" || (some && !room.cancellation_allowed))
    .map((room) => room.conf_num);
  const chosen = wanted.filter((number) => !gone.includes(number));
  // a list that was there stays, also with one room: that may not be the one that the guest means
  const [asks] = useState(
    rooms.some((room) => room.cancellation_allowed && room.conf_num !== found?.conf_num),
  );
  const too = useCancelToo(found, chosen, before?.too);
  const busy = useAtWork();
  const [problem, setProblem] = useState<unknown>(null);
  /** What is told before it is asked again: the cost is another, or the stay itself. */
  const [changed, setChanged] = useState<LabelKey | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  // an answer that did not come may have said that it is done; who then asks once more hears that it cannot be
  const unheard = useRef(found !== null && isInDoubt(property.id, found));
  const token = found?.request_token ?? "";
  const queryKey = ["cancel-consent", token, ...chosen];
  const consent = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      cancelConsent(token, chosen, signal).catch((error) => {
        // it is asked for no more without this room, whose line goes
        if (roomOf(error)) setProblem(error);
        return refused(error);
      }),
    enabled: chosen.length > 0,
    // what it costs now is asked now
    staleTime: 0,
    gcTime: 0,
    // nothing jumps under a finger that is still ticking rooms
    placeholderData: keepPreviousData,
  });
  const roomOf = (error: unknown) =>
    hasCode(error, "NOT_CANCELLABLE") && rooms.length > 1 ? error.body.conf_num : undefined;
  const said = (error: unknown): string => {
    const number = roomOf(error);
    if (number) return t("lbl_room_not_cancellable", { number });
    return failureWords(error);
  };

  /** Leaves where the look-up has ended. */
  async function refused(error: unknown): Promise<never> {
    if (hasCode(error, "LOOK_UP_EXPIRED")) leave(t("lbl_look_up_expired"), found?.conf_num);
    else if (hasCode(error, "NOT_CANCELLABLE")) await readAgain(said(error));
    throw error;
  }

  function cancel(told: CancelConsent) {
    keepChosen(property.id, { of: number, rooms: chosen, too: too.said });
    return whileCancelling(property.id, { rooms: chosen, too: too.chosen }, () => cancelled(told));
  }

  /** Whether it is known what became of it. */
  async function cancelled(told: CancelConsent): Promise<boolean> {
    setProblem(null);
    setChanged(null);
    const ofChange = changing(now.current);
    const change = ofChange && chosen.includes(ofChange) ? now.current.batch : null;
    try {
      await cancelReservation(token, {
        conf_nums: [...chosen],
        expected_penalty: told.penalty.amount,
        expected_refund: told.refund.amount,
        // another may have changed the stay since it was shown here
        expected_rooms: rooms.filter(({ conf_num }) => chosen.includes(conf_num)).map(asShown),
        language_code: language,
      }).catch(async (error) => {
        unheard.current ||= isUnclear(error);
        if (!unheard.current || !(await wasDone(token, (now) => areCancelled(now, chosen))))
          return refused(error);
      });
      // there is nothing to change any more
      if (change && change === now.current.batch) startOver();
      const { kept, unknown } = await too.cancel();
      const text = words(chosen, kept, unknown);
      const done = kept.length + unknown.length === 0;
      // another one is open by now
      if (!leave(text, number, done)) tell({ text, at: RESULT, of: number, done });
      if (here()) navigate(FORM, { replace: true });
      return true;
    } catch (error) {
      if (hasCode(error, "LOOK_UP_EXPIRED")) return !unheard.current;
      // what it was to cost is nothing to be pressed for any more
      if (hasCode(error, "NOT_CANCELLABLE")) void queries.resetQueries({ queryKey });
      // a deadline has passed since the guest saw what it costs: nothing is done before they have seen the new figures
      if (hasCode(error, "CANCELLATION_CHANGED") && error.body.consent) {
        queries.setQueryData(queryKey, error.body.consent);
        // who goes back to the details finds the same figures there
        const now = await check();
        const { penalty, refund } = error.body.consent;
        const alike = penalty.amount === told.penalty.amount && refund.amount === told.refund.amount;
        const words =
          now && found && differs(found, now)
            ? "lbl_cancelling_of_now"
            : // at the same cost it is the stay that is another, which could not be read
              !now && alike
              ? "lbl_changed_elsewhere"
              : "lbl_cancellation_changed";
        if (here()) setChanged(words);
        else tell({ text: t(words), at: RESULT, of: number, refusal: true });
      } else if (here()) setProblem(error);
      else {
        tell({ text: said(error), at: RESULT, of: number, refusal: true });
        if (unheard.current) await again();
      }
      return !unheard.current;
    }
  }

  async function retry() {
    const { isSuccess } = await consent.refetch();
    // its button is gone
    if (isSuccess) title.current?.focus();
  }

  function choose(next: readonly string[]) {
    setWanted(next);
    setProblem(null);
    setChanged(null);
  }

  // nothing is on its way without a connection: once it is back the costs come by themselves
  const silent = consent.isPaused && (consent.isPending || consent.isPlaceholderData);
  const failure = problem ?? (busy || silent ? null : consent.error);
  const wrong = failure ? said(failure) : silent ? t("lbl_no_answer") : null;
  // a no of the hotel stays one
  const unasked =
    problem === null && (silent || (consent.isError && !hasCode(consent.error, "NOT_CANCELLABLE")));
  const told = chosen.length > 0 && !silent ? consent.data : undefined;
  const waits = consent.isPlaceholderData;
  const several = chosen.length > 1;
  const rides = found ? ridesOf(found, chosen) : [];
  const described = chosen.length === 0 ? "choose-a-room" : rides.length > 0 ? "rides-too" : undefined;
  return (
    <section className="narrow" aria-labelledby="cancel-title">
      <h1 className="serif title" id="cancel-title" tabIndex={-1} ref={title}>
        {t("lbl_cancel_reservation")}
      </h1>
      <p>
        {t("lbl_confirmation_number")} <bdi dir="ltr">{found?.conf_num}</bdi>
      </p>
      {found && <Which found={found} asks={asks} chosen={chosen} onChoose={choose} busy={busy} />}
      {wrong && (
        <ErrorNotice of={problem ?? consent.error} onRetry={unasked ? () => void retry() : undefined}>
          {wrong}
        </ErrorNotice>
      )}
      {changed && (
        <InView>
          <Notice tone="warn" role="alert">
            <p>{t(changed)}</p>
          </Notice>
        </InView>
      )}
      {found && chosen.length > 0 && !silent && (told || consent.isPending) && (
        <div className="costs-place">
          {(!told || waits) && <ToCome found={found} rooms={chosen} before={told} />}
          {told && <Costs told={told} found={found} busy={waits} />}
        </div>
      )}
      {rides.length > 0 && found && <Rides found={found} rides={rides} />}
      <CancelTooChoice too={too} busy={busy} />
      <Notice tone="warn">{t(several ? "lbl_cancel_warning_rooms" : "lbl_cancel_warning")}</Notice>
      {chosen.length === 0 && (
        <p className="small" id="choose-a-room">
          {t(asks && some ? "lbl_cancel_choose" : "lbl_cancel_too_late")}
        </p>
      )}
      <div className="actions">
        <Button
          look="danger"
          size="big"
          busy={busy}
          disabled={!told || waits}
          aria-describedby={described}
          onClick={() => told && void cancel(told)}
        >
          {t(several ? "lbl_cancel_rooms" : "lbl_cancel_reservation")}
        </Button>
        <Button look="line" size="big" onClick={() => navigate(RESULT)}>
          {t("lbl_go_back_to_reservation")}
        </Button>
      </div>
    </section>
  );
}

/** The rooms of the booking that can be cancelled, where there is a choice. */
function Which(props: {
  found: FoundReservation;
  asks: boolean;
  chosen: readonly string[];
  onChoose: (next: readonly string[]) => void;
  /** They are on their way to be cancelled. */
  busy: boolean;
}) {
  const { found, asks, chosen, onChoose, busy } = props;
  const { t, range } = useI18n();
  const { name: nameOf } = useRoomWords(found);
  const words = useStayWords();
  const rooms = found.rooms.filter((room) => room.cancellation_allowed);
  if (!asks || rooms.length === 0) return <TheRoom stay={found.reservation_details} />;
  return (
    <fieldset className="card which">
      <legend className="vh">{t("lbl_cancel_which")}</legend>
      <p aria-hidden="true">
        <b>{t("lbl_cancel_which")}</b>
      </p>
      {rooms.map((room) => (
        <Checkbox
          key={room.conf_num}
          checked={chosen.includes(room.conf_num)}
          readOnly={busy}
          onChange={(checked) =>
            onChoose(
              checked ? [...chosen, room.conf_num] : chosen.filter((number) => number !== room.conf_num),
            )
          }
        >
          <b>{nameOf(room.conf_num)}</b>{" "}
          <small>
            {range(room.check_in_date, room.check_out_date)} · {words.guests(room)} ·{" "}
            <bdi dir="ltr">{room.conf_num}</bdi>
          </small>
        </Checkbox>
      ))}
    </fieldset>
  );
}

/** The cars of the rooms, each with its room's number. */
const ridesOf = (found: FoundReservation, rooms: readonly string[]) =>
  found.rooms
    .filter(({ conf_num }) => rooms.includes(conf_num))
    .flatMap(({ conf_num, transportations }) => transportations.map((ride) => ({ conf_num, ...ride })));

/** None of these cars comes once its room is cancelled, whoever else of the booking still does. */
function Rides({ found, rides }: { found: FoundReservation; rides: ReturnType<typeof ridesOf> }) {
  const { t, day, time } = useI18n();
  const { name: nameOf } = useRoomWords(found);
  return (
    <div className="card cancel-too" id="rides-too">
      <p>
        <b>{t("lbl_cancel_rides")}</b>
      </p>
      <ul>
        {rides.map(({ conf_num, title, start_date, time: at }) => (
          <li key={conf_num + title}>
            <b>{t(title === "Guest Pick-Up" ? "lbl_guest_pick_up" : "lbl_guest_drop_off")}</b>{" "}
            <small>
              {t("lbl_transport_at", { date: day(start_date, "weekday"), time: time(at) })}
              {found.rooms.length > 1 && ` · ${nameOf(conf_num)}`}
            </small>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The one that is cancelled. */
function TheRoom({ stay }: { stay: FoundReservation["reservation_details"] }) {
  const { range } = useI18n();
  const { names } = useBooking();
  const words = useStayWords();
  return (
    <p>
      <Own as="b">{names.room(stay.room_type.id, stay.room_type.name)}</Own>{" "}
      <small>
        {range(stay.check_in_date, stay.check_out_date)} · {words.guests(stay)}
      </small>
    </p>
  );
}

const asShown = ({
  conf_num,
  check_in_date,
  check_out_date,
  room_type_id,
}: FoundReservation["rooms"][number]) => ({
  conf_num,
  check_in_date,
  check_out_date,
  room_type_id,
});

/** Whether a room of the booking is another stay by now: it was changed elsewhere. */
function differs(before: FoundReservation, now: FoundReservation): boolean {
  const stays = ({ rooms, reservation_details: stay }: FoundReservation) =>
    JSON.stringify([
      [stay.check_in_date, stay.check_out_date, stay.room_type.id, stay.rate_code_id, stay.total_for_stay],
      rooms.map((room) => [room.check_in_date, room.check_out_date, room.room_type_id, room.total_for_stay]),
    ]);
  return stays(before) !== stays(now);
}

/**
 * As tall as the costs of these rooms will be, by what was told of them before, else by what is known of the one that was
 * looked up: nothing below moves when they are there. Its words are in attributes, for the style sheet: they give it their
 * height and are said by nobody.
 */
function ToCome(props: {
  found: FoundReservation;
  rooms: readonly string[];
  before: CancelConsent | undefined;
}) {
  const { found, rooms, before } = props;
  const { t, money, instant } = useI18n();
  const { name: nameOf } = useRoomWords(found);
  const { lines, sums } = useCostWords(found);
  const cardName = useCardName();
  const {
    cancellation_periods,
    paid_amount: paid,
    payment_sources: [card],
    points_used,
    currency,
  } = found.reservation_details;
  const now = cancellation_periods.find(({ current }) => current);
  const penalty = now?.penalty ?? 0;
  const of = (amount: number) => ({ amount, currency });
  const costs = rooms.map(
    (conf_num) =>
      before?.rooms.find((room) => room.conf_num === conf_num) ?? {
        conf_num,
        penalty: of(penalty),
        kept: of(Math.min(penalty, paid)),
        refund: of(now?.refund ?? 0),
      },
  );
  // what is paid goes back to the card that is known most of the time
  const backTo =
    card && costs.some(({ refund }) => refund.amount > 0)
      ? t("lbl_back_to_card", {
          card: cardName({ masked_card_number: card.custom_field_1, card_brand: card.custom_field_2 }),
        })
      : t("lbl_you_get_back");
  const back =
    costs.some(({ refund, kept }) => refund.amount > 0 || kept.amount > 0) ||
    costs.every(({ penalty }) => penalty.amount === 0)
      ? [backTo]
      : [];
  const points = points_used > 0 ? [t("lbl_points_back")] : [];
  const until = penalty === 0 && now?.until;
  const onYours = until && onGuestsClock(until);
  return (
    <div
      className={before ? "card cost-lines to-come" : "card cost-lines to-come skeleton"}
      aria-hidden="true"
    >
      {rooms.length > 1 && (
        <ul className="amounts">
          {costs.map((room) => (
            <li key={room.conf_num}>
              <b data-words={`${nameOf(room.conf_num)} ${room.conf_num}`} />
              {lines([room]).map(([words, cost]) => (
                <span key={words}>
                  <span data-words={words} /> <span className="num" data-words={money(cost, currency)} />
                </span>
              ))}
              {room.refund.amount > 0 && <small data-words={t("lbl_you_get_back")} />}
            </li>
          ))}
        </ul>
      )}
      <dl>
        {[...sums(costs), ...[...back, ...points].map((words) => [words, penalty] as const)].map(
          ([words, cost]) => (
            <div key={words}>
              <dt data-words={words} />
              <dd>
                <span className="num" data-words={money(cost, currency)} />
              </dd>
            </div>
          ),
        )}
      </dl>
      {until && (
        <p className="small">
          <span data-words={t("lbl_free_until_short", { until: instant(until) })} />
          {onYours && <small data-words={t("lbl_on_your_clock", { until: instant(onYours) })} />}
        </p>
      )}
    </div>
  );
}

type Cost = Pick<CancelConsent["rooms"][number], "conf_num" | "penalty" | "kept">;

/** What cancelling rooms costs, in a line for each that it comes from: of rooms that the same one pays, and of any. */
function useCostWords({ rooms: booked, reservation_details: { currency } }: FoundReservation) {
  const { t } = useI18n();
  const payer = (number: string) => booked.find((room) => room.conf_num === number)?.company?.name ?? null;
  const sum = (of: readonly Cost[], part: "penalty" | "kept") =>
    sumMoney(
      of.map((room) => room[part].amount),
      currency,
    );
  const lines = (of: readonly Cost[]): [string, number][] => {
    const company = of[0] ? payer(of[0].conf_num) : null;
    if (company) return [[t("lbl_paid_by_company", { company }), sum(of, "penalty")]];
    const parts = costLines("lbl_hotel_keeps", sum(of, "penalty"), sum(of, "kept"));
    return parts.map(([label, amount]) => [t(label), amount]);
  };
  return {
    lines,
    sums(of: readonly Cost[]) {
      const payers = [...new Set(of.map((room) => payer(room.conf_num)))];
      return payers.flatMap((one) => lines(of.filter((room) => payer(room.conf_num) === one)));
    },
  };
}

/** `busy`: they are those of the choice before. */
function Costs(props: { told: CancelConsent; found: FoundReservation; busy: boolean }) {
  const { told, found, busy } = props;
  const { t, instant } = useI18n();
  const backLines = useBackLines();
  const { penalty, refund, refund_once_paid: later, points, free_until, rooms } = told;
  const { currency } = penalty;
  const { name: nameOf } = useRoomWords(found);
  const { lines, sums } = useCostWords(found);
  // who has paid nothing gets nothing back, and is not told so beside what is asked for
  const paid = refund.amount > 0 || later.amount > 0 || told.kept.amount > 0 || penalty.amount === 0;
  const back = paid ? backLines("lbl_you_get_back", refund.amount, told.refund_to, currency) : [];
  const oncePaid: typeof back = later.amount > 0 ? [[t("lbl_back_once_paid"), later.amount]] : [];
  return (
    <div className="card cost-lines costs" aria-live="polite" aria-busy={busy}>
      {rooms.length > 1 && (
        <ul className="amounts">
          {rooms.map((room) => (
            <li key={room.conf_num}>
              <b>
                {nameOf(room.conf_num)} <bdi dir="ltr">{room.conf_num}</bdi>
              </b>
              {lines([room]).map(([words, amount]) => (
                <span key={words}>
                  <span>{words}</span> <Money amount={amount} currency={currency} />
                </span>
              ))}
              {room.refund.amount > 0 && (
                <small>
                  <span>{t("lbl_you_get_back")}</span>{" "}
                  <Money amount={room.refund.amount} currency={room.refund.currency} />
                </small>
              )}
            </li>
          ))}
        </ul>
      )}
      <dl>
        {[...sums(rooms), ...back, ...oncePaid].map(([words, amount]) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>
              <Money amount={amount} currency={currency} />
            </dd>
          </div>
        ))}
        {points > 0 && (
          <div>
            <dt>{t("lbl_points_back")}</dt>
            <dd>{t("lbl_points_count", { count: points })}</dd>
          </div>
        )}
      </dl>
      {free_until && (
        <p className="small quiet">
          {t("lbl_free_until_short", { until: instant(free_until) })} <OnYourClock until={free_until} />
        </p>
      )}
    </div>
  );
}
