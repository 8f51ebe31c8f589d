import type { Cancellation, SelectedRoom } from "../../api";
import { useI18n } from "../../i18n";
import { Money, UntilLine } from "../../ui";
import { isFreeNow, LaterPenalties, usePenalty } from "../Cancellation";
import { OnYourClock } from "../OnYourClock";
import { type Dues, datedOf } from "./guarantee";
import { Sums } from "./Sums";
import { sharedTerms } from "./shared-terms";
import { TermsOfRooms } from "./TermsOfRooms";

/** What is due now, what later and at the hotel, and until when cancelling is free: before anything is asked. */
export function Due(props: {
  rooms: readonly SelectedRoom[];
  due: Dues;
  currency: string;
  /** The hotel's business day. */
  today: string;
  /** What is due now is paid with the booking; else the hotel asks for it. */
  paid: boolean;
}) {
  const { rooms, due, currency, today, paid } = props;
  const { t, money, day } = useI18n();
  const nothingLeft = due.later === 0 && due.atHotel === 0;
  const nowWords =
    due.now === 0 ? "lbl_due_now_nothing" : nothingLeft ? "lbl_due_now_everything" : "lbl_due_now_deposit";
  return (
    <Sums>
      <div>
        <dt>{t("lbl_due_now")}</dt>
        <dd>
          <b>
            <Money amount={due.now} currency={currency} />
          </b>
          <small>{t(nowWords)}</small>
          {due.now > 0 && !paid && <small>{t("lbl_hotel_asks_for_it")}</small>}
        </dd>
      </div>
      <div>
        <dt>{t("lbl_due_at_hotel")}</dt>
        <dd>
          <b>
            <Money amount={due.atHotel} currency={currency} />
          </b>
          {nothingLeft && <small>{t("lbl_due_later_nothing")}</small>}
          {due.atHotel > 0 && <small>{t("lbl_due_later")}</small>}
          {datedOf(rooms, currency).map(({ date, amount }) => (
            <small key={date}>
              {t("lbl_due_on_date", { amount: money(amount, currency), date: day(date, "weekday") })}
            </small>
          ))}
        </dd>
      </div>
      <Cancelling rooms={rooms} currency={currency} today={today} paid={due.now > 0 && paid} />
    </Sums>
  );
}

/** Until when cancelling is free and what it costs: once where the rooms are alike in it, else of each that differs. */
function Cancelling(props: {
  rooms: readonly SelectedRoom[];
  currency: string;
  today: string;
  paid: boolean;
}) {
  const { rooms, currency, today, paid } = props;
  const { t } = useI18n();
  const shared = sharedTerms(rooms, currency);
  const arrival = rooms[0]?.check_in_date ?? today;
  const [first, ...others] = shared;
  if (!first) return null;
  if (others.length === 0) {
    const added = first.rooms.some((room) => room.chosen_addons.length > 0);
    return <Deadline cancellation={first.cancellation} {...{ currency, today, arrival, paid, added }} />;
  }
  return (
    <div className="by-room">
      <dt>{t("lbl_cancelling")}</dt>
      {shared.map((terms) => (
        <dd key={terms.rooms[0]?.session_id}>
          <TermsOfRooms {...terms} currency={currency} />
        </dd>
      ))}
    </div>
  );
}

function Deadline(props: {
  cancellation: Cancellation;
  currency: string;
  today: string;
  arrival: string;
  paid: boolean;
  added: boolean;
}) {
  const { cancellation, currency, today, arrival, paid, added } = props;
  const { t, instant } = useI18n();
  const penaltyOf = usePenalty(currency);
  const penalty = cancellation.penalty && penaltyOf(cancellation.penalty);
  const later = <LaterPenalties cancellation={cancellation} currency={currency} added={added} />;
  const free = isFreeNow(cancellation);
  const line = (
    <UntilLine freeUntil={free ? cancellation.free_until : null} today={today} arrival={arrival} />
  );
  if (free && cancellation.free_until) {
    return (
      <div className="free">
        <dt>{t("lbl_free_to_cancel_until")}</dt>
        <dd>
          <b>{instant(cancellation.free_until)}</b>
          <OnYourClock until={cancellation.free_until} />
          {paid && <small>{t("lbl_deposit_comes_back")}</small>}
          {penalty && (
            <small>
              {t("lbl_after_that", { penalty })}
              {later}
            </small>
          )}
          {line}
        </dd>
      </div>
    );
  }
  return (
    <div className="free">
      <dt>{t("lbl_cancelling")}</dt>
      <dd>
        <b>{t(penalty ? "lbl_cancelling_not_free" : "lbl_cancelling_always_free")}</b>
        {penalty && (
          <small>
            {t("lbl_cancelling_costs", { penalty })}
            {later}
          </small>
        )}
        {penalty && line}
      </dd>
    </div>
  );
}
