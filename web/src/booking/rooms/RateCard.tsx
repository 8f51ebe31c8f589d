import { useDeferredValue, useId } from "react";
import type { RoomType } from "../../api";
import { useI18n } from "../../i18n";
import { Icon, Money, Own, Picture, plainText, Tag } from "../../ui";
import { useBooking } from "../BookingProvider";
import { WithCode } from "./DealTag";
import { mealOf } from "./meals";
import { cut, type ListedRate, rateKey, stayTotal } from "./offers";
import { PackagePart } from "./PackagePart";
import { placed } from "./place";
import { type OfferList, RateRow } from "./RateRow";
import { RateText } from "./RateText";
import { Facts } from "./RoomCard";
import { useOpened } from "./useOpened";
import { useRateName } from "./useRateName";
import { useRoomFacts } from "./useRoomFacts";
import { useRoomsAtOnce } from "./useRoomsAtOnce";

/** In tiles by rates a room's description is short: cut at 64 when it is longer than 65 (ROOMS-30). */
const TILE_TEXT = { max: 65, length: 64 } as const;

/** So many rooms are drawn with the answer, the rest of a long list when there is time. */
const AT_ONCE = 4;

/** A rate with its rooms: a press on its line shows and hides what each costs (ROOMS-40, ROOMS-41). */
export function RateCard(props: {
  list: OfferList;
  entry: ListedRate;
  first: boolean;
  /** The room that the address names (ROOMS-16). */
  wantedCode: string | null;
}) {
  const { list, entry, first, wantedCode } = props;
  const { rate, rooms } = entry;
  const { t } = useI18n();
  const { names, shownCurrency: currency } = useBooking();
  const atOnce = useRoomsAtOnce();
  const id = useId();
  const name = useRateName()(rate, list.answer);
  const mine = rooms.some(
    ({ room, rate }) =>
      list.chosen?.room_type_id === room.offer.room_type_id &&
      list.chosen.rate_code_id === rate.id &&
      list.chosen.package_id === rate.package_id,
  );
  const [open, setOpen] = useOpened(`rate/${rateKey(rate)}`, first || mine);
  const drawn = useDeferredValue(rooms, rooms.slice(0, AT_ONCE));
  const lowest = Math.min(...rooms.map((sold) => stayTotal(sold.rate))) * atOnce;
  return (
    <section
      className={open && drawn !== rooms ? "room by-rate growing" : "room by-rate"}
      aria-label={name}
      {...placed(`${list.place}/rate/${rateKey(rate)}`)}
    >
      <div className="rate-head">
        <div className="what">
          <h2 className="serif">
            <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
              <Own as="span">{name}</Own>
            </button>
          </h2>
          <p className="has">
            {t(mealOf(rate))}
            {" · "}
            {t("lbl_rooms_count", { count: rooms.length })}
          </p>
          <WithCode answer={list.answer} rates={rooms.map((sold) => sold.rate)} />
          {rate.is_company_rate_code && <Tag tone="accent">{t("lbl_company_rate")}</Tag>}
          <div className="about">
            <PackagePart rate={rate} answer={list.answer} rooms={atOnce} />
            <RateText rate={rate} roomName={null} answer={list.answer} max={list.rateTextMax} />
          </div>
        </div>
        <p className="price">
          <small>{t("lbl_from")}</small>{" "}
          <b>
            <Money amount={lowest} currency={currency} />
          </b>
        </p>
        <Icon name={open ? "up" : "down"} />
      </div>
      <div id={id} className={list.layout === "grid" ? "rates tiles" : "rates"}>
        {open &&
          drawn.map(({ room, rate }) => (
            <RateRow
              key={room.offer.room_type_id}
              list={list}
              room={room.offer}
              roomName={room.type?.name ?? names.room(room.offer.room_type_id, room.offer.room_type_name)}
              rate={rate}
              wanted={room.offer.room_type_code === wantedCode}
              about={
                <AboutRoom
                  type={room.type}
                  name={room.type?.name ?? names.room(room.offer.room_type_id, room.offer.room_type_name)}
                  tile={list.layout === "grid"}
                  wanted={room.offer.room_type_code === wantedCode}
                />
              }
            />
          ))}
      </div>
    </section>
  );
}

function AboutRoom(props: { type: RoomType | null; name: string; tile: boolean; wanted: boolean }) {
  const { type, name, tile, wanted } = props;
  const { t } = useI18n();
  const facts = useRoomFacts(type);
  const image = type?.images[0];
  const text = plainText(type?.description ?? "");
  return (
    <>
      {image && <Picture {...image} sizes={tile ? "(max-width: 48rem) 100vw, 24rem" : "6rem"} />}
      <div>
        <Own as="h3">{name}</Own>
        {wanted && <Tag tone="accent">{t("lbl_room_you_came_for")}</Tag>}
        {tile && <Own className="has">{cut(text, TILE_TEXT.max, TILE_TEXT.length) ?? text}</Own>}
        <Facts facts={tile ? facts : facts.slice(0, 2)} />
      </div>
    </>
  );
}
