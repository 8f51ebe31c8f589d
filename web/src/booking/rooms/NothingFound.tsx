import { useEffect, useState } from "react";
import type { Availability, NearestStay, RateOffer, Rooming, RoomOffer } from "../../api";
import { roundMoney, useI18n } from "../../i18n";
import { Button, Icon, Money, Notice, Own, Picture, say } from "../../ui";
import { useBooking } from "../BookingProvider";
import { CancellationText } from "../Cancellation";
import { ConversionNote } from "../ConversionNote";
import { inGuestCurrency } from "../conversion";
import { useHere } from "../go";
import { useReasonWords } from "../reasons";
import type { SearchRoom } from "../search-data";
import { useStayWords } from "../stay-words";
import { offerIn, stayTotal, timesRooms } from "./offers";
import { StayDialog } from "./StayDialog";
import { Together, TogetherCard } from "./Together";
import { roomingPackage, splitPackage } from "./together";
import { fetchAvailability } from "./useAvailability";
import { useChangeStay } from "./useChangeStay";
import { useRoomsAtOnce } from "./useRoomsAtOnce";
import type { Taking } from "./useTakeTogether";
import "./nothing.css";

export interface NothingFoundProps {
  /** Id for the heading. */
  title: string;
  answer: Availability;
  room: SearchRoom;
  slot: number;
  only: number | null;
  /** The cheapest for everybody of a search of several rooms. */
  rooming: Rooming | null;
  taking: Taking;
  onTake: (offer: RoomOffer, rate: RateOffer, stay: SearchRoom) => Promise<void>;
}

/** Nothing fits: why, room by room, and the nearest stays that can be had with one tap (ROOMS-47 to ROOMS-49). */
export function NothingFound(props: NothingFoundProps) {
  const { title, answer, room, slot, only, rooming, taking, onTake } = props;
  const { t, range } = useI18n();
  const { property, names, state, facts } = useBooking();
  const words = useStayWords();
  const reasonWords = useReasonWords(property.business_day.date);
  const [edit, setEdit] = useState(false);
  const types = new Map(answer.room_types.map((type) => [type.id, type]));
  const rooms = useRoomsAtOnce();
  const guests = words.guests(room.persons);
  const party = rooms > 1 ? t("lbl_rooms_guests_each", { rooms: words.rooms(rooms), guests }) : guests;
  const nearest = answer.nearest_stays.length > 0;
  // only where one room is asked for; a booked stay is changed to one other room
  const alone = !facts.editing && (state.search?.rooms.length ?? 1) === 1 && !state.deal;
  const instead = alone && Boolean(answer.split_stay ?? answer.more_rooms);
  const said = t("lbl_no_room_fits", { stay: range(room.checkIn, room.checkOut) });
  useEffect(() => say(said), [said]);
  return (
    <div className="nothing-found">
      <div className="nothing-top">
        <div>
          <h1 className="serif title" id={title}>
            {said}
          </h1>
          <p className="lead">
            {t("lbl_no_result_for_dates")}{" "}
            {t("lbl_what_you_asked", { party, nights: words.nights(room.checkIn, room.checkOut) })}
          </p>
          <p className="acts">
            <Button look="line" onClick={() => setEdit(true)}>
              {t("lbl_change_dates_or_guests")}
            </Button>
            {property.phone_no && (
              <a className="btn line" href={`tel:${property.phone_no.replace(/[^+\d]/g, "")}`}>
                <Icon name="phone" small />
                {t("lbl_call_the_house")}
              </a>
            )}
          </p>
        </div>
        {answer.unavailable.length > 0 && (
          <ul className="why-list" aria-label={t("lbl_why_each_room")}>
            {answer.unavailable.map((entry) => {
              const reason = entry.reasons[0] ?? entry.rate_codes[0]?.reasons[0];
              return (
                <li key={entry.room_type_id}>
                  <Own as="b">
                    {names.room(
                      entry.room_type_id,
                      types.get(entry.room_type_id)?.name ?? entry.room_type_id,
                    )}
                  </Own>
                  <span>{reason ? reasonWords(reason) : t("lbl_reason_not_offered")}</span>
                </li>
              );
            })}
          </ul>
        )}
      </div>
      {(nearest || rooming || instead) && <ConversionNote conversion={answer.conversion} />}
      {nearest && <Nearest answer={answer} room={room} slot={slot} only={only} onTake={onTake} />}
      {rooming && <Together answer={answer} rooming={rooming} taking={taking} />}
      {instead && <Instead answer={answer} room={room} taking={taking} />}
      {edit && <StayDialog slot={slot} room={room} only={only} onClose={() => setEdit(false)} />}
    </div>
  );
}

/** The same dates in other rooms: two one after the other, or more at once. */
function Instead({ answer, room, taking }: Pick<NothingFoundProps, "answer" | "room" | "taking">) {
  const { t } = useI18n();
  const words = useStayWords();
  const { split_stay, more_rooms } = answer;
  return (
    <>
      <div className="none2">
        <h2 className="serif">{t("lbl_same_dates")}</h2>
        <p className="quiet small">{t("lbl_totals_with_taxes")}</p>
      </div>
      <div className="alt">
        {split_stay && (
          <TogetherCard
            title={t("lbl_split_stay")}
            diff={t("lbl_split_stay_text")}
            answer={answer}
            taking={taking}
            offer={splitPackage(split_stay, room.persons)}
          />
        )}
        {more_rooms && (
          <TogetherCard
            title={t("lbl_more_rooms")}
            diff={words.rooms(more_rooms.rooms.length)}
            answer={answer}
            taking={taking}
            offer={roomingPackage(more_rooms, room)}
          />
        )}
      </div>
    </>
  );
}

function Nearest({
  answer,
  room,
  slot,
  only,
  onTake,
}: Omit<NothingFoundProps, "title" | "taking" | "rooming">) {
  const { t, range, facts: listed, money, language } = useI18n();
  const booking = useBooking();
  const { names, shownCurrency: currency } = booking;
  const words = useStayWords();
  const change = useChangeStay(slot);
  const here = useHere();
  const rooms = useRoomsAtOnce();
  const [busy, setBusy] = useState<NearestStay | null>(null);
  const [gone, setGone] = useState(false);
  const types = new Map(answer.room_types.map((type) => [type.id, type]));
  const rates = new Map(answer.rate_codes.map((rate) => [rate.id, rate.name]));

  async function take(stay: NearestStay) {
    setBusy(stay);
    setGone(false);
    const next: SearchRoom = { ...room, checkIn: stay.check_in_date, checkOut: stay.check_out_date };
    try {
      const found = await fetchAvailability(booking, language, next, slot);
      // the guest asks for something else by now, or has gone
      if (booking.now.current.search !== booking.state.search || !here()) return;
      const offer = found.rate_details.find((entry) => entry.room_type_id === stay.room_type_id);
      const plain = { id: stay.rate_code_id, package_id: null };
      const asked = offerIn(found, stay.room_type_id, plain);
      // at the price that was shown or not at all: a link to a package has none without it, and prices move
      const rate = asked && stayTotal(asked) === stay.total_amount_after_tax_and_fee ? asked : null;
      change(next);
      if (offer && rate) await onTake(offer, rate, next);
    } catch {
      setGone(true);
    } finally {
      setBusy(null);
    }
  }

  const shift = ({ shift_days }: NearestStay) =>
    shift_days === 0
      ? t("lbl_same_arrival")
      : t(shift_days < 0 ? "lbl_arrive_earlier" : "lbl_arrive_later", { count: Math.abs(shift_days) });

  return (
    <>
      <div className="none2">
        <h2 className="serif">{t("lbl_nearest_stays")}</h2>
        <p className="quiet small">{t("lbl_totals_with_taxes")}</p>
      </div>
      {gone && (
        <Notice tone="bad" role="alert">
          {t("lbl_rooms_not_loaded")}
        </Notice>
      )}
      <div className="alt">
        {answer.nearest_stays.slice(0, 3).map((stay, index) => {
          const type = types.get(stay.room_type_id);
          const image = type?.images[0];
          const shown = inGuestCurrency(stay);
          const total = shown.total_amount_after_tax_and_fee;
          const name = names.room(stay.room_type_id, type?.name ?? stay.room_type_id);
          const facts = [
            // of several rooms it is for one, and says for which, or for all of them
            only ? t("lbl_room_number", { number: only }) : rooms > 1 && words.rooms(rooms),
            name,
            words.nights(stay.check_in_date, stay.check_out_date),
            names.rate(stay.rate_code_id, rates.get(stay.rate_code_id) ?? ""),
          ];
          return (
            <article
              className="card"
              key={`${stay.check_in_date}/${stay.check_out_date}/${stay.room_type_id}/${stay.rate_code_id}`}
            >
              {image && <Picture {...image} sizes="(max-width: 48rem) 8rem, 26rem" />}
              <div className="w">
                <span className="diff">{shift(stay)}</span>
                <h3 className="serif">{range(stay.check_in_date, stay.check_out_date, "short")}</h3>
                <p>{listed(facts)}</p>
                <div className="cancel">
                  <CancellationText
                    cancellation={timesRooms(shown.cancellation, rooms)}
                    currency={currency}
                    arrival={stay.check_in_date}
                  />
                </div>
                <div className="end">
                  <div className="price">
                    <b>
                      <Money amount={total * rooms} currency={currency} />
                    </b>
                    <small>
                      {t(rooms > 1 ? "lbl_amount_a_night_and_room" : "lbl_amount_a_night", {
                        amount: money(roundMoney(total / stay.nights, currency), currency),
                      })}
                    </small>
                  </div>
                  <Button
                    look={index === 0 ? "fill" : "soft"}
                    busy={busy === stay}
                    disabled={(busy ?? booking.state.inProgress) !== null && busy !== stay}
                    onClick={() => void take(stay)}
                  >
                    {t("lbl_take_this_stay")}
                  </Button>
                </div>
              </div>
            </article>
          );
        })}
      </div>
    </>
  );
}
