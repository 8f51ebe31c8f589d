/** It did not work: what that means for the guest's money, why, and what can be done (CONF-08 to CONF-10). */
import { useState } from "react";
import type { SelectedRoom } from "../../api";
import { useI18n } from "../../i18n";
import { Button, Icon, Notice } from "../../ui";
import { useBooking } from "../BookingProvider";
import { isFreeNow, usePenalty } from "../Cancellation";
import { useCompanyOf } from "../company-pays";
import { useOwedWords } from "../editing/ChangeLines";
import { whyEnded } from "../editing/fixed";
import { useOpenReservation } from "../editing/use-open-reservation";
import { LeftOutLines } from "../LeftOut";
import { useListed } from "../listed";
import { askedNow } from "../payment/guarantee";
import { losesRooms, type RefusalCode } from "../payment/refusal";
import { sharedTerms } from "../payment/shared-terms";
import { useRoomList } from "../payment/use-room-list";
import { LogInAgain } from "../points/MemberAway";
import { differ, ROOM } from "../seen-and-held";
import type { Outcome } from "../state";
import { toPayOf, totalOf } from "../summary/total";
import { STEP_HINTS } from "../wizard/step-names";
import { SeenAndHeld } from "./SeenAndHeld";
import { type TryAgain, useTryAgain } from "./use-try-again";

export function NotComplete({ outcome }: { outcome: Outcome }) {
  const { t, money } = useI18n();
  const { facts, currency } = useBooking();
  const reservation = useOpenReservation();
  const [busy, setBusy] = useState(false);
  const code: RefusalCode = outcome.refusal?.code ?? "FAILED";
  const held = outcome.refusal?.rooms;
  // the same change cannot be gone on with: it begins at the reservation
  const elsewhere = facts.editing && code === "NOT_CHANGEABLE";
  const over = elsewhere || (facts.editing && code === "BATCH_EXPIRED");
  const others = code === "PRICE_CHANGED" || code === "ROOM_CHANGED";
  const again = useTryAgain(code, held);
  const words = useRefusalWords(outcome, code, again);
  // about as long as what comes: the button below keeps its place
  const total = money(totalOf(again.seen, currency), currency);
  const awaited = again.asking ? t("lbl_refused_price", { before: total, now: total }) : undefined;
  const run = (action: () => Promise<void>) => {
    setBusy(true);
    void action().finally(() => setBusy(false));
  };
  return (
    <section className="confirmation not-complete" aria-labelledby="confirmation-title">
      <div role="alert">
        <div className="ring">
          <Icon name="alert" />
        </div>
        <h1 className="serif" id="confirmation-title">
          {t(
            code === "UNCLEAR"
              ? facts.editing
                ? "lbl_change_unclear_title"
                : "lbl_unclear_title"
              : elsewhere
                ? "lbl_change_not_made"
                : facts.editing
                  ? "lbl_change_not_complete"
                  : "lbl_not_complete",
          )}
        </h1>
        <p className="sorry">
          {code === "UNCLEAR"
            ? t(facts.editing ? "lbl_change_unclear_hint" : STEP_HINTS.confirmation)
            : elsewhere
              ? words.text
              : facts.editing
                ? t("lbl_stay_as_it_was")
                : `${t("lbl_not_complete_sorry")}.`}
        </p>
        {!elsewhere && (
          <div className="card pad why">
            {words.title && <h2>{words.title}</h2>}
            <p className={again.asking ? "asking" : undefined} data-words={awaited}>
              <span>{again.asking ? t("lbl_refused_price_asking") : words.text}</span>{" "}
              {code === "MEMBER_AWAY" && <LogInAgain />}
            </p>
            {held && <SeenAndHeld held={held} />}
            <LeftOutLines rooms={again.fresh} />
            {code !== "UNCLEAR" && !facts.editing && (
              <p>
                {t(losesRooms(code) ? "lbl_nothing_charged_or_held" : "lbl_nothing_charged_still_held")}{" "}
                {t("lbl_everything_kept")}
              </p>
            )}
          </div>
        )}
      </div>
      {(again.failed || reservation.problem) && (
        <Notice tone="warn" role="alert" className="unreached">
          {reservation.problem ?? t("lbl_no_answer")}
        </Notice>
      )}
      {over ? (
        <Button size="big" busy={reservation.busy} onClick={() => void reservation.open()}>
          {t(elsewhere ? "lbl_open_as_it_is" : "lbl_go_back_to_reservation")}
        </Button>
      ) : (
        <Button size="big" busy={busy || again.asking} onClick={() => run(again.run)}>
          {words.button}
        </Button>
      )}
      {(others || (facts.editing && !over)) && (
        <p className="after">
          {facts.editing && !over && (
            <Button
              look="line"
              size="big"
              busy={reservation.busy}
              disabled={busy}
              onClick={() => void reservation.open()}
            >
              {t("lbl_go_back_to_reservation")}
            </Button>
          )}
          {others && (
            <Button look="bare" disabled={busy || again.asking} onClick={() => run(again.chooseOthers)}>
              {t("lbl_choose_another_room")}
            </Button>
          )}
        </p>
      )}
    </section>
  );
}

/** What else is not as it was chosen, a sentence each: a deadline may have passed, or a day begun. */
function useChangedTerms({ seen, fresh }: TryAgain): string[] {
  const { t, money, instant } = useI18n();
  const { currency } = useBooking();
  const penaltyOf = usePenalty(currency);
  const owedWords = useOwedWords();
  const companyOf = useCompanyOf();
  const list = useRoomList();
  if (fresh.length === 0) return [];
  const sentences: string[] = [];
  const differs = (label: "lbl_refused_terms_due" | "lbl_refused_terms_refund", was: number, is: number) => {
    if (was !== is) sentences.push(t(label, { before: money(was, currency), now: money(is, currency) }));
  };
  differs("lbl_refused_terms_due", askedNow(seen, currency), askedNow(fresh, currency));
  const refund = (rooms: readonly SelectedRoom[]) => rooms[0]?.stay_change?.refund ?? 0;
  differs("lbl_refused_terms_refund", refund(seen), refund(fresh));
  // what points are worth is no part of the price
  const paid = (rooms: readonly SelectedRoom[]) => ({
    points: t("lbl_points_count", {
      count: rooms.reduce((sum, room) => sum + room.total_redeemed_points, 0),
    }),
    amount: money(toPayOf(rooms, currency), currency),
  });
  if (fresh.some((room) => room.booked_with_points)) {
    const [was, is] = [paid(seen), paid(fresh)];
    if (was.points !== is.points || was.amount !== is.amount)
      sentences.push(
        t("lbl_refused_terms_points", { ...is, points_before: was.points, amount_before: was.amount }),
      );
  }
  // a change is of one room; the deadline of its stay as booked may pass before the new one's
  const change = fresh[0]?.stay_change;
  const owed = change && change.penalty > (seen[0]?.stay_change?.penalty ?? 0) ? change : null;
  if (owed) sentences.push(owedWords(owed));
  const stricter = fresh.flatMap((room) => {
    const before = seen.find(({ session_id }) => session_id === room.session_id)?.cancellation;
    const { free_until, penalty } = room.cancellation;
    if (!before || !penalty) return [];
    const gone = before.free_until && !free_until;
    const over = gone && !isFreeNow(before);
    const told = owed ? owed.penalty : gone ? null : before.penalty?.amount;
    if (!over && (free_until || penalty.amount === told)) return [];
    return [{ room, until: over ? before.free_until : null }];
  });
  const of = (rooms: readonly SelectedRoom[], terms: string) =>
    rooms.length === fresh.length ? terms : t("lbl_refused_terms_rooms", { rooms: list(rooms), terms });
  for (const until of new Set(stricter.map((one) => one.until))) {
    const rooms = stricter.filter((one) => one.until === until).map(({ room }) => room);
    const over = until ? [t("lbl_refused_terms_free", { until: instant(until) })] : [];
    const costs = sharedTerms(rooms, currency).map(({ rooms, cancellation: { penalty } }) => {
      const company = rooms[0] && companyOf(rooms[0]);
      const payer = company ? ` ${t("lbl_cancelling_company_pays", { company })}` : "";
      return {
        rooms,
        terms: penalty ? t("lbl_cancelling_costs", { penalty: penaltyOf(penalty) }) + payer : "",
      };
    });
    const [all] = costs;
    if (all && costs.length === 1) sentences.push(of(rooms, [...over, all.terms].join(" ")));
    else {
      for (const terms of over) sentences.push(of(rooms, terms));
      for (const { rooms, terms } of costs) sentences.push(of(rooms, terms));
    }
  }
  return sentences;
}

/** Another booking knows nothing of what was added in one that ran out: a sentence where there was something. */
function useLost({ seen }: TryAgain): string[] {
  const { t } = useI18n();
  const { names } = useBooking();
  const listed = useListed();
  const added = seen.flatMap(({ chosen_addons }) => chosen_addons);
  if (added.length === 0) return [];
  const named = new Set(added.map(({ id, name }) => names.field("CHARGE", id, "name", name)));
  return [t("lbl_refused_expired_added", { addons: listed([...named]) })];
}

interface Words {
  title: string | null;
  text: string;
  button: string;
}

/** The words of each refusal; the button always begins with "Try again", so that it can be found. */
function useRefusalWords(outcome: Outcome, code: RefusalCode, again: TryAgain): Words {
  const { t, money, day } = useI18n();
  const { property, currency, facts, state } = useBooking();
  const terms = useChangedTerms(again);
  const lost = useLost(again);
  const night = outcome.refusal?.night;
  switch (code) {
    case "PRICE_CHANGED": {
      const title = t("lbl_refused_price_title");
      const { seen, fresh } = again;
      const [before, now] = [
        money(totalOf(seen, currency), currency),
        money(totalOf(fresh, currency), currency),
      ];
      if (fresh.length > 0 && now !== before) {
        return {
          title,
          text: [t("lbl_refused_price", { before, now }), ...terms].join(" "),
          button: t("lbl_refused_price_do", { now }),
        };
      }
      if (terms.length > 0) {
        return {
          title: t("lbl_refused_terms_title"),
          text: terms.join(" "),
          button: t("lbl_refused_terms_do"),
        };
      }
      return { title, text: t("lbl_refused_price_unknown"), button: t("lbl_refused_price_look") };
    }
    case "ROOM_CHANGED":
      if (!differ(state.selected, outcome.refusal?.rooms ?? [], ROOM))
        return {
          title: t("lbl_added_changed"),
          text: t("lbl_added_changed_text"),
          button: t("lbl_added_changed_do"),
        };
      return {
        title: t("lbl_room_changed"),
        text: t("lbl_room_changed_text"),
        button: t("lbl_room_changed_do"),
      };
    case "NOT_ON_OFFER":
      return { title: null, text: t("lbl_not_on_offer"), button: t("lbl_refused_sold_do") };
    case "NIGHT_SOLD_OUT":
      return {
        title: t("lbl_refused_sold_title"),
        text: night
          ? t("lbl_refused_sold", { night: day(night, "weekdayLong") })
          : t("lbl_refused_sold_plain"),
        button: t("lbl_refused_sold_do"),
      };
    case "ROOM_UNIT_TAKEN":
      return {
        title: t("lbl_refused_sold_title"),
        text: t("lbl_refused_unit"),
        button: t("lbl_refused_sold_do"),
      };
    case "BATCH_EXPIRED":
      if (facts.editing) return { title: null, text: t("lbl_change_over"), button: t("lbl_try_again") };
      return {
        title: t("lbl_refused_expired_title"),
        text: [t("lbl_refused_expired", { minutes: property.hold_minutes }), ...lost].join(" "),
        button: t("lbl_refused_expired_do"),
      };
    case "NOT_CHANGEABLE":
      return { title: null, text: t(whyEnded(outcome.refusal?.reason)), button: t("lbl_try_again") };
    case "ROOM_MISSING":
      return { title: null, text: t("lbl_refused_room"), button: t("lbl_refused_expired_do") };
    case "MEMBER_AWAY":
      return { title: null, text: t("lbl_member_away"), button: t("lbl_try_again") };
    case "GUARANTEE_REQUIRED":
      return { title: null, text: t("lbl_refused_guarantee"), button: t("lbl_refused_guarantee_do") };
    case "CARD_EXPIRED":
    case "CARD_DECLINED":
    case "CARD_REQUIRED":
      return {
        title: t(code === "CARD_EXPIRED" ? "lbl_card_expired" : "lbl_refused_card_title"),
        // declined is also what its guest did not agree to on the bank's page
        text: t(
          code === "CARD_EXPIRED"
            ? "lbl_refused_card"
            : code === "CARD_DECLINED"
              ? "lbl_refused_card_declined"
              : "lbl_refused_card_again",
        ),
        button: t("lbl_refused_card_do"),
      };
    case "PAYMENT_REFUSED":
      return { title: null, text: t("lbl_payment_refused"), button: t("lbl_try_again") };
    case "PAYMENT_UNANSWERED":
      return { title: null, text: t("lbl_bank_silent"), button: t("lbl_try_again") };
    case "NOT_CONFIRMED":
      return {
        title: t("lbl_refused_unconfirmed_title"),
        text: t("lbl_refused_unconfirmed"),
        button: t("lbl_try_again"),
      };
    case "GUEST_INCOMPLETE":
      return { title: null, text: t("lbl_refused_guest"), button: t("lbl_refused_guest_do") };
    case "UNCLEAR":
      return {
        title: null,
        text: t(facts.editing ? "lbl_change_unclear" : "lbl_unclear"),
        button: t("lbl_unclear_do"),
      };
    case "FAILED":
      return { title: null, text: t("lbl_unable_to_reserve"), button: t("lbl_try_again") };
  }
}
