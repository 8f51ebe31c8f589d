import { useMemo } from "react";
import type { SelectedRoom } from "../../api";
import { sumMoney, useI18n } from "../../i18n";
import { Money, Own, Tag } from "../../ui";
import { byQuantity } from "../added";
import { useAddedWords } from "../added-words";
import { useBooking } from "../BookingProvider";
import { CancellationText } from "../Cancellation";
import { shownRooms } from "../conversion";
import { isOf } from "../deal";
import { useDealName } from "../deal-name";
import { ChangeLines } from "../editing/ChangeLines";
import type { StepName } from "../flow";
import { useStayWords } from "../stay-words";
import { BillDetails } from "./BillDetails";
import { type BillRoom, billOf } from "./bill";
import { PaidIn } from "./PaidIn";
import { toPayOf, totalOf } from "./total";

/** Each chosen room with its lines, the total and the taxes in it; loaded when there is one. */
export default function BillLines(props: { current: StepName; rooms: readonly SelectedRoom[] }) {
  const { current, rooms: selected } = props;
  const { t, money } = useI18n();
  const { state, names, currency: own } = useBooking();
  const company = useDealName();
  const { rooms, currency, conversion } = useMemo(() => shownRooms(selected, own), [selected, own]);
  const bill = useMemo(() => billOf(rooms, currency), [rooms, currency]);
  const changed = selected[0];
  const change = changed?.stay_change;
  const guestPays = !change && selected.some((room) => room.mop !== "COMPANY");
  const only = bill.rooms.length === 1 ? bill.rooms[0]?.room : undefined;
  return (
    <>
      {bill.rooms.map((part) => (
        <BillItem key={part.room.session_id} part={part} currency={currency} stay={state.search} />
      ))}
      <div className="sum">
        <span>
          <b>{t("lbl_total")}</b>
          {bill.perNight !== null && (
            <small>
              {t(bill.count > 1 ? "lbl_per_night_and_room_all_included" : "lbl_per_night_all_included", {
                amount: money(bill.perNight, currency),
              })}
            </small>
          )}
        </span>
        <strong>
          <Money amount={bill.total} currency={currency} />
        </strong>
      </div>
      {changed && change && <ChangeLines room={changed} change={change} />}
      {bill.points > 0 && (
        <dl className="lines with-points">
          <div>
            <dt>{t("lbl_paid_with_points", { points: t("lbl_points_count", { count: bill.points }) })}</dt>
            <dd>
              <Money amount={sumMoney([bill.toPay, -bill.total], currency)} currency={currency} />
            </dd>
          </div>
          <div className="room-total">
            <dt>
              <b>{t("lbl_amount_to_pay")}</b>
            </dt>
            <dd>
              <b>
                <Money amount={bill.toPay} currency={currency} />
              </b>
            </dd>
          </div>
        </dl>
      )}
      {bill.rooms.every(({ room }) => room.profile_taxes) && <BillDetails bill={bill} currency={currency} />}
      {bill.taxes.length > 0 && (
        <dl className="lines contained">
          {bill.taxes.map((tax) => (
            <div className="note" key={tax.code}>
              <dt>{t("lbl_tax_contained", { tax: names.field("CHARGE", tax.code, "name", tax.label) })}</dt>
              <dd>
                <Money amount={tax.amount} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {selected.some((room) => room.mop === "COMPANY") && company && (
        <p className="paid-by">{t("lbl_paid_by_company", { company })}</p>
      )}
      {current === "rooms" && only?.cancellation && (
        <div className="promise">
          <CancellationText
            cancellation={only.cancellation}
            currency={currency}
            arrival={only.check_in_date}
          />
        </div>
      )}
      {conversion && (
        <PaidIn
          total={(guestPays ? toPayOf : totalOf)(selected, own)}
          guestPays={guestPays}
          conversion={conversion}
        />
      )}
    </>
  );
}

/** One room: name, unit, rate, people, its own dates where they differ, and its lines (SUMM-02, SUMM-03). */
function BillItem(props: {
  part: BillRoom;
  currency: string;
  stay: { checkIn: string; checkOut: string } | null;
}) {
  const { part, currency, stay } = props;
  const { room } = part;
  const { t, day, range } = useI18n();
  const words = useStayWords();
  const { names, state } = useBooking();
  const { deal } = state;
  const added = byQuantity(room.chosen_addons);
  const addedWords = useAddedWords(room);
  const otherDates = stay?.checkIn !== room.check_in_date || stay.checkOut !== room.check_out_date;
  const guests = words.guests({ adults: room.number_of_adults, children: room.number_of_children });
  const facts = [
    room.package_id ? names.field("PACKAGE", room.package_id, "name", room.package_name ?? "") : "",
    names.rate(room.rate_code_id, room.rate.name),
    otherDates ? range(room.check_in_date, room.check_out_date, "short") : "",
    room.number_of_rooms > 1
      ? t("lbl_rooms_guests_each", { rooms: words.rooms(room.number_of_rooms), guests })
      : guests,
  ];
  return (
    <div className="bill-room">
      <div className="item">
        <Own as="b">{names.room(room.room_type_id, room.room_type_name)}</Own>
        {room.room_unit_number && <span>{t("lbl_unit", { number: room.room_unit_number })}</span>}
        <small>{facts.filter(Boolean).join(" · ")}</small>
        {deal && isOf(room, deal) && <Tag tone="good">{t("lbl_with_code", { code: deal.code })}</Tag>}
      </div>
      <dl className="lines">
        {part.roomTotal !== null && (
          <div className="room-total">
            <dt>{t("lbl_room_total_with_taxes")}</dt>
            <dd>
              <Money amount={part.roomTotal} currency={currency} />
            </dd>
          </div>
        )}
        {part.nights.map((night) => (
          <div key={night.date} className={part.roomTotal === null ? undefined : "of-it"}>
            <dt>{t("lbl_room_on", { day: day(night.date, "weekday") })}</dt>
            <dd>
              <Money amount={night.amount} currency={currency} />
            </dd>
          </div>
        ))}
        {part.extras.map((extra) => {
          const lines = added.filter(({ id }) => id === extra.code);
          const only = lines.length === 1 ? lines[0] : undefined;
          const days = only ? addedWords.when(only) : "";
          return (
            <div key={extra.code}>
              <dt>
                <Own as="span">
                  {only ? addedWords.times(only) : names.field("CHARGE", extra.code, "name", extra.label)}
                </Own>
                {days && <small>{days}</small>}
              </dt>
              <dd>
                {extra.amount === 0 ? (
                  t("lbl_addon_free")
                ) : (
                  <Money amount={extra.amount} currency={currency} />
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
