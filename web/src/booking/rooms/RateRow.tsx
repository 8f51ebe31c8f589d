import { useMemo, useState } from "react";
import type { Cancellation, RateOffer, RoomOffer, SelectedRoom } from "../../api";
import { type LabelKey, useI18n } from "../../i18n";
import { Button, Icon, Money, plainText, Tag } from "../../ui";
import { useBooking } from "../BookingProvider";
import { CancellationText } from "../Cancellation";
import { inGuestCurrency } from "../conversion";
import { isLowered } from "../deal";
import type { SearchRoom } from "../search-data";
import { isChosen } from "../selection";
import { cut, offerId, stayTotal, strikePrice } from "./offers";
import { PriceDetails } from "./PriceDetails";

/** Rate descriptions longer than this fold in the list (ROOMS-30). */
const RATE_TEXT_MAX = 160;

const meals: Readonly<Record<string, LabelKey>> = {
  ROOM_ONLY: "lbl_meal_room_only",
  BREAKFAST: "lbl_meal_breakfast",
  HALF_BOARD: "lbl_meal_half_board",
  FULL_BOARD: "lbl_meal_full_board",
  ALL_INCLUSIVE: "lbl_meal_all_inclusive",
};

/** The penalty for several rooms of the same kind; the answer speaks of one. */
function timesRooms(cancellation: Cancellation | null, rooms: number): Cancellation | null {
  if (!cancellation?.penalty || rooms === 1) return cancellation;
  return {
    ...cancellation,
    penalty: { ...cancellation.penalty, amount: cancellation.penalty.amount * rooms },
  };
}

/** One rate of a room: what it has, until when cancelling is free, what the stay costs, Book or Remove (ROOMS-36). */
export function RateRow(props: {
  room: RoomOffer;
  roomName: string;
  rate: RateOffer;
  stay: SearchRoom;
  chosen: SelectedRoom | undefined;
  anyChosen: boolean;
  onBook: () => void;
  onRemove: () => void;
}) {
  const { room, roomName, stay, chosen, anyChosen, onBook, onRemove } = props;
  const rate = useMemo(() => inGuestCurrency(props.rate), [props.rate]);
  const { t, money } = useI18n();
  const { property, state, shownCurrency: currency, names, facts } = useBooking();
  const [details, setDetails] = useState(false);
  const rooms = facts.multiRoom ? (state.search?.rooms.length ?? 1) : 1;
  const on = isChosen(chosen, {
    room_type_id: room.room_type_id,
    rate_code_id: rate.id,
    package_id: rate.package_id,
  });
  const name = names.rate(rate.id, rate.name);
  const total = stayTotal(rate) * rooms;
  const strike = strikePrice(rate);
  const withTax = property.website_config.display_tax_inclusive_rate_on_booking_engine;
  const { avg_amount_after_tax_and_fee, avg_amount_before_tax } = rate.price_summary;
  const mine = state.inProgress === offerId(room.room_type_id, rate);
  const description = plainText(
    names.field("RATE_CODE", rate.id, "additional_details", rate.additional_details ?? ""),
  );
  return (
    <div className={on ? "rate on" : "rate"} role="group" aria-label={`${roomName}, ${name}`}>
      <div className="what">
        {on && (
          <span className="in">
            <Icon name="check" small />
            {t("lbl_in_your_stay")}
          </span>
        )}
        <h3>{name}</h3>
        {state.deal && isLowered(rate) && (
          <Tag tone="good">{t("lbl_with_code", { code: state.deal.code })}</Tag>
        )}
        {rate.is_company_rate_code && <Tag tone="accent">{t("lbl_company_rate")}</Tag>}
        <p className="has">{t(meals[rate.meal ?? "ROOM_ONLY"] ?? "lbl_meal_room_only")}</p>
        {description && <p className="has">{cut(description, RATE_TEXT_MAX) ?? description}</p>}
        <button type="button" className="more" aria-haspopup="dialog" onClick={() => setDetails(true)}>
          {t("lbl_price_details")}
          <span className="vh">
            : {roomName}, {name}
          </span>
        </button>
      </div>
      <div className="cancel">
        <CancellationText
          cancellation={timesRooms(rate.cancellation, rooms)}
          currency={currency}
          today={property.business_day.date}
          arrival={stay.checkIn}
        />
      </div>
      <div className="price">
        {strike !== null && (
          <s>
            <Money amount={strike * rooms} currency={currency} />
          </s>
        )}
        <b>
          <Money amount={total} currency={currency} />
        </b>
        <small>
          {withTax
            ? t("lbl_amount_a_night", { amount: money(avg_amount_after_tax_and_fee, currency) })
            : t("lbl_amount_a_night_before_tax", { amount: money(avg_amount_before_tax, currency) })}
        </small>
      </div>
      {on ? (
        <Button
          look="line"
          disabled={state.inProgress !== null}
          aria-label={`${t("lbl_remove")}, ${roomName}, ${name}`}
          onClick={onRemove}
        >
          {t("lbl_remove")}
        </Button>
      ) : (
        <Button
          look={anyChosen ? "soft" : "fill"}
          busy={mine}
          disabled={state.inProgress !== null && !mine}
          aria-label={`${t("lbl_book")}, ${roomName}, ${name}`}
          onClick={onBook}
        >
          {t("lbl_book")}
        </Button>
      )}
      {details && (
        <PriceDetails
          rate={rate}
          name={name}
          roomName={roomName}
          description={description}
          onClose={() => setDetails(false)}
        />
      )}
    </div>
  );
}
