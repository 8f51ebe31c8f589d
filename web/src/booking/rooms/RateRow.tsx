import { type ReactNode, useState } from "react";
import type { Availability, RateOffer, RoomOffer, SelectedRoom } from "../../api";
import { useI18n } from "../../i18n";
import { Button, Icon, Money, Own, plainText, Tag } from "../../ui";
import { useBooking } from "../BookingProvider";
import { CancellationText } from "../Cancellation";
import { isFor, type SearchRoom } from "../search-data";
import { isChosen } from "../selection";
import { BookUnit } from "./BookUnit";
import { WithCode } from "./DealTag";
import { mealOf } from "./meals";
import { isFromGoogle, offerId, stayTotal, strikePrice, timesRooms } from "./offers";
import { PackagePart, PackageTag } from "./PackagePart";
import { PriceDetails } from "./PriceDetails";
import { RateText } from "./RateText";
import { REMOVING } from "./useBookRoom";
import { useRateName } from "./useRateName";
import { useRoomsAtOnce } from "./useRoomsAtOnce";
import type { Layout } from "./view";

/** What is the same for every offer of a list. Amounts are in the currency that the guest looks at them in. */
export interface OfferList {
  answer: Availability;
  /** An offer with the hotel's own amounts, which alone go back to the server. */
  asSent: (room: RoomOffer, rate: RateOffer) => RateOffer;
  stay: SearchRoom;
  layout: Layout;
  /** Longer descriptions of a rate are cut (ROOMS-30). */
  rateTextMax: number;
  /** The slot's room, when it has one. */
  chosen: SelectedRoom | undefined;
  /** Place among the searched rooms, from 0. */
  slot: number;
  /** Under which the heights of its cards are known: those for another stay have other rates. */
  place: string;
  /** `unit` is the door that the guest chose, null for any. */
  onBook: (room: RoomOffer, rate: RateOffer, unit?: string | null) => void;
  onRemove: () => void;
}

/** An offer: what it is, until when cancelling is free, what the stay costs, Book or Remove (ROOMS-36). */
export function RateRow(props: {
  list: OfferList;
  room: RoomOffer;
  roomName: string;
  rate: RateOffer;
  /** In a list by rates: what says which room it is, in place of the rate's own words. */
  about?: ReactNode;
  /** And it is the one that the address names (ROOMS-16). */
  wanted?: boolean;
}) {
  const { list, room, roomName, rate, about, wanted } = props;
  const { answer, stay, slot, rateTextMax, chosen, onBook, onRemove } = list;
  const { t, money, facts } = useI18n();
  const { state, shownCurrency: currency, names } = useBooking();
  const rooms = useRoomsAtOnce();
  const [details, setDetails] = useState(false);
  const offer = { room_type_id: room.room_type_id, rate_code_id: rate.id, package_id: rate.package_id };
  const on = isChosen(chosen, offer);
  const had = state.profile?.existing_reservation;
  const booked = isChosen(had, offer);
  const asBooked = had && isFor(had, stay);
  const name = useRateName()(rate, answer);
  const strike = strikePrice(rate);
  const mine = state.inProgress === offerId(room.room_type_id, rate);
  const priceDetails = (
    <button type="button" className="more" aria-haspopup="dialog" onClick={() => setDetails(true)}>
      {t("lbl_price_details")}
      <span className="vh">: {facts([roomName, name])}</span>
    </button>
  );
  return (
    <div
      className={["rate", on ? "on" : "", about ? "of-rate" : "", wanted ? "wanted" : ""]
        .filter(Boolean)
        .join(" ")}
      role="group"
      aria-label={facts([roomName, name])}
      aria-current={wanted || undefined}
    >
      <div className="what">
        {(on || booked) && (
          <span className="in">
            {on && <Icon name="check" small />}
            {t(on ? "lbl_in_your_stay" : asBooked ? "lbl_stay_as_booked" : "lbl_current_rate_plan")}
          </span>
        )}
        {about ?? (
          <>
            <Own as="h3">{names.rate(rate.id, rate.name)}</Own>
            <WithCode answer={answer} rates={[rate]} />
            {rate.is_company_rate_code && <Tag tone="accent">{t("lbl_company_rate")}</Tag>}
            <p className="has">{t(mealOf(rate))}</p>
            <PackageTag rate={rate} answer={answer} />
          </>
        )}
      </div>
      <div className="cancel">
        <CancellationText
          cancellation={timesRooms(rate.cancellation, rooms)}
          currency={currency}
          arrival={stay.checkIn}
        />
        {about && priceDetails}
      </div>
      {!about && (
        <div className="about">
          <PackagePart rate={rate} answer={answer} rooms={rooms} />
          <RateText rate={rate} roomName={roomName} answer={answer} max={rateTextMax} />
          {priceDetails}
        </div>
      )}
      <div className="price">
        {strike !== null && (
          <s>
            <Money amount={strike * rooms} currency={currency} />
          </s>
        )}
        <b>
          <Money amount={stayTotal(rate) * rooms} currency={currency} />
        </b>
        <ANight rate={rate} rooms={rooms} />
        {/* what the struck price was has to be told to everybody, not only to a mouse (Directive 98/6/EC, article 6a) */}
        {strike !== null && (
          <small>{t("lbl_former_price", { amount: money(strike * rooms, currency) })}</small>
        )}
        {rate.points_eligible && (
          <small className="in-points">
            {t("lbl_points_for_all", {
              points: t("lbl_points_count", { count: rate.price_summary.total_points * rooms }),
            })}
          </small>
        )}
      </div>
      <div className="book">
        {/* one button that turns round: what removes a room keeps the focus when it books it again */}
        <Button
          look={on ? "line" : "soft"}
          busy={on ? state.inProgress === REMOVING : mine}
          disabled={state.inProgress !== null && (on || !mine)}
          aria-label={facts([t(on ? "lbl_remove" : "lbl_book"), roomName, name])}
          onClick={on ? onRemove : () => onBook(room, rate)}
        >
          {t(on ? "lbl_remove" : "lbl_book")}
        </Button>
        {!on && (
          <BookUnit
            room={room}
            roomName={roomName}
            rateName={name}
            stay={stay}
            slot={slot}
            rooms={rooms}
            onChoose={(unit) => onBook(room, rate, unit)}
          />
        )}
      </div>
      {details && (
        <PriceDetails
          rate={list.asSent(room, rate)}
          stay={stay}
          name={name}
          roomName={roomName}
          description={plainText(
            names.field("RATE_CODE", rate.id, "additional_details", rate.additional_details ?? ""),
          )}
          onClose={() => setDetails(false)}
        />
      )}
    </div>
  );
}

/** Beneath the total: what a night of one room costs. A guest from Google is told that the total is whole (ROOMS-14). */
function ANight({ rate, rooms }: { rate: RateOffer; rooms: number }) {
  const { t, money } = useI18n();
  const { property, query, shownCurrency: currency } = useBooking();
  const google = isFromGoogle(query.get("rate_code"));
  const { avg_amount_after_tax_and_fee, avg_amount_before_tax } = rate.price_summary;
  const withTax = google || property.website_config.display_tax_inclusive_rate_on_booking_engine;
  const label = withTax
    ? (["lbl_amount_a_night", "lbl_amount_a_night_and_room"] as const)
    : (["lbl_amount_a_night_before_tax", "lbl_amount_a_night_and_room_before_tax"] as const);
  const amount = money(withTax ? avg_amount_after_tax_and_fee : avg_amount_before_tax, currency);
  return (
    <small>
      {google && <>{t("lbl_total_with_taxes_and_fees")} · </>}
      {t(label[rooms > 1 ? 1 : 0], { amount })}
    </small>
  );
}
