/** What changing the stay comes to: before it is done, on the bill and at payment. */
import type { SelectedRoom, StayChange } from "../../api";
import { useI18n } from "../../i18n";
import { Money } from "../../ui";
import { useBooking } from "../BookingProvider";
import { useBackLines, useCardName } from "../back-to";
import { LeftOutLines } from "../LeftOut";
import { datedOf } from "../payment/guarantee";
import { Sums } from "../payment/Sums";
import { packageName } from "./editing";
import "./editing.css";

interface Line {
  label: string;
  amount: number;
  /** What the guest has to know before confirming; shown when it is nothing too. */
  strong?: boolean;
}

const differs = (difference: number) => (difference > 0 ? "lbl_costs_more" : "lbl_costs_less");

/** The lines beneath the new total, and what does not go with it. In the hotel's currency, which is what is paid. */
export function ChangeLines({ room, change }: { room: SelectedRoom; change: StayChange }) {
  const { t } = useI18n();
  const { currency } = useBooking();
  const backLines = useBackLines();
  const { old_total, difference, paid, asked_before, refund, kept, due_now, due_later } = change;
  const back = backLines("lbl_you_get_back", refund, change.refund_to, currency);
  const all: Line[] = [
    { label: t("lbl_total_before"), amount: old_total },
    { label: t(differs(difference)), amount: Math.abs(difference) },
    { label: t("lbl_already_paid"), amount: paid },
    { label: t("lbl_asked_before"), amount: asked_before },
    ...(refund > 0 ? back : [[t("lbl_due_now"), due_now] as const]).map(([label, amount]) => ({
      label,
      amount,
      strong: true,
    })),
    { label: t("lbl_kept_for_change"), amount: kept },
    { label: t("lbl_left_to_pay_later"), amount: due_later },
  ];
  const lines = all.filter(({ amount, strong }) => strong || amount !== 0);
  return (
    <>
      <dl className="lines change-lines">
        {lines.map(({ label, amount, strong }) => (
          <div key={label} className={strong ? "room-total" : undefined}>
            <dt>{strong ? <b>{label}</b> : label}</dt>
            <dd>
              {strong ? (
                <b>
                  <Money amount={amount} currency={currency} />
                </b>
              ) : (
                <Money amount={amount} currency={currency} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <OwedAnyway change={change} />
      <NotAsBefore room={room} />
    </>
  );
}

/** Of the package that the stay was booked with, and of what was added to it. */
function NotAsBefore({ room }: { room: SelectedRoom }) {
  const { t } = useI18n();
  const { state, names } = useBooking();
  const stay = state.profile?.existing_reservation;
  const without = stay && stay.package_id !== room.package_id && packageName(stay, names);
  if (room.left_out_addons.length === 0 && !without) return null;
  return (
    <div className="small owed">
      {without && <p>{t("lbl_without_package", { package: without })}</p>}
      {room.left_out_addons.length > 0 && <p>{t("lbl_left_out")}</p>}
      <LeftOutLines rooms={[room]} />
    </div>
  );
}

/** Once the old stay cannot be cancelled for nothing, neither can the new one. */
export function useOwedWords(): (change: StayChange) => string {
  const { t, money } = useI18n();
  const { currency } = useBooking();
  // of nothing that was paid nothing stays
  return ({ paid, penalty }) =>
    t(paid > 0 ? "lbl_penalty_stays" : "lbl_penalty_unpaid", { amount: money(penalty, currency) });
}

export function OwedAnyway({ change }: { change: StayChange }) {
  const words = useOwedWords();
  return change.penalty > 0 ? <p className="small quiet owed">{words(change)}</p> : null;
}

/** The same three sums that are shown before a booking is paid, of a change. */
export function ChangeDue(props: { room: SelectedRoom; change: StayChange; paid: boolean }) {
  const { room, change, paid } = props;
  const { t, money, day } = useI18n();
  const { currency } = useBooking();
  const backLines = useBackLines();
  const cardName = useCardName();
  const back = change.refund > 0;
  const [card, ...more] = change.refund_to;
  // one card for all of it is named in the sentence; several have a line each
  const only = card && more.length === 0 && card.amount === change.refund ? cardName(card) : null;
  return (
    <>
      <Sums>
        <div>
          <dt>{t(back ? "lbl_you_get_back" : "lbl_due_now")}</dt>
          <dd>
            <b>
              <Money amount={back ? change.refund : change.due_now} currency={currency} />
            </b>
            <small>
              {back && only
                ? t("lbl_goes_back_to_card_named", { card: only })
                : t(
                    back
                      ? "lbl_goes_back_to_card"
                      : change.due_now === 0
                        ? "lbl_due_now_nothing"
                        : paid
                          ? "lbl_due_now_difference"
                          : "lbl_hotel_asks_for_it",
                  )}
            </small>
            {back &&
              card &&
              !only &&
              backLines("lbl_you_get_back", change.refund, change.refund_to, currency).map(
                ([label, amount]) => (
                  <small key={label}>
                    {label} <Money amount={amount} currency={currency} />
                  </small>
                ),
              )}
          </dd>
        </div>
        <div>
          <dt>{t("lbl_left_to_pay_later")}</dt>
          <dd>
            <b>
              <Money amount={change.due_later} currency={currency} />
            </b>
            {datedOf([room], currency).map(({ date, amount }) => (
              <small key={date}>
                {t("lbl_deposit_on", { amount: money(amount, currency), date: day(date, "weekday") })}
              </small>
            ))}
          </dd>
        </div>
        <div>
          <dt>{t("lbl_new_total")}</dt>
          <dd>
            <b>
              <Money amount={change.new_total} currency={currency} />
            </b>
            <small>
              {t("lbl_total_before")} <Money amount={change.old_total} currency={currency} />
            </small>
            {change.difference !== 0 && (
              <small>
                {t(differs(change.difference))}{" "}
                <Money amount={Math.abs(change.difference)} currency={currency} />
              </small>
            )}
          </dd>
        </div>
      </Sums>
      {change.asked_before > 0 && (
        <p className="owed">
          {t("lbl_asked_before")} <Money amount={change.asked_before} currency={currency} />
        </p>
      )}
      {change.kept > 0 && (
        <p className="owed">
          {t("lbl_kept_for_change")} <Money amount={change.kept} currency={currency} />
        </p>
      )}
      <OwedAnyway change={change} />
      <NotAsBefore room={room} />
    </>
  );
}
