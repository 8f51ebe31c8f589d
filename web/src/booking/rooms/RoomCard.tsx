import { type CSSProperties, useId, useLayoutEffect, useRef, useState } from "react";
import type { RoomType } from "../../api";
import { useI18n } from "../../i18n";
import { Button, Icon, Money, Own, Picture, plainText, Tag } from "../../ui";
import { useBooking } from "../BookingProvider";
import { cut, type ListedRoom, offerId, rateKey, stayTotal } from "./offers";
import { placed } from "./place";
import { type OfferList, RateRow } from "./RateRow";
import { RoomDetails } from "./RoomDetails";
import { useOpened } from "./useOpened";
import { type RoomFact, useRoomFacts } from "./useRoomFacts";
import { useRoomsAtOnce } from "./useRoomsAtOnce";
import type { Layout } from "./view";

/** Descriptions longer than this fold in rows, and are cut in tiles (ROOMS-29). */
const DESCRIPTION_MAX = { list: 150, grid: 177 } as const;
/** Few enough to say so. */
const SCARCE = 2;
/** So many rates of a room are shown at once; one more is not worth a button. */
export const RATES_SHOWN = 4;

/** A room: pictures, name, what matters, and its rates as rows; in a tile the rates open with a tap. */
export function RoomCard(props: {
  list: OfferList;
  entry: ListedRoom;
  /** The first card of the list: its picture is loaded at once. */
  first: boolean;
  /** While the list is still being drawn, how many rates come first; the others come when there is time. */
  atOnce: number | null;
  /** The room that the address names (ROOMS-16). */
  wanted: boolean;
}) {
  const { list, entry, first, atOnce, wanted } = props;
  const { offer, type } = entry;
  const { t } = useI18n();
  const { names, state } = useBooking();
  const [details, setDetails] = useState(false);
  const facts = useRoomFacts(type);
  const name = type?.name ?? names.room(offer.room_type_id, offer.room_type_name);
  const pictures = type?.images ?? [];
  const { style, ...place } = placed(`${list.place}/room/${offer.room_type_id}`);
  const mine = list.chosen?.room_type_id === offer.room_type_id;
  const booked = state.profile?.existing_reservation?.room_type_id === offer.room_type_id;
  return (
    <article
      className={["room", mine ? "chosen" : "", wanted ? "wanted" : ""].filter(Boolean).join(" ")}
      aria-label={name}
      aria-current={wanted || undefined}
      {...place}
      // foretells the height of a card that was not drawn yet
      style={{ "--rates": Math.min(entry.rates.length, RATES_SHOWN), ...style } as CSSProperties}
    >
      <div className={pictures.length > 0 ? "top" : "top bare"}>
        {pictures.length > 0 && <Pictures pictures={pictures} name={name} first={first} />}
        <div className="words">
          <div className="row">
            <Own as="h2" className="serif">
              {name}
            </Own>
            {offer.available <= SCARCE && (
              <Tag tone="warn">{t("lbl_rooms_left", { count: offer.available })}</Tag>
            )}
          </div>
          {wanted && <Tag tone="accent">{t("lbl_room_you_came_for")}</Tag>}
          {booked && <Tag tone="accent">{t("lbl_current_room_type")}</Tag>}
          <Facts facts={facts} />
          {type?.description && <Description text={plainText(type.description)} layout={list.layout} />}
          {type && (
            <button
              type="button"
              className="text-link"
              aria-haspopup="dialog"
              onClick={() => setDetails(true)}
            >
              {t(pictures.length > 0 ? "lbl_pictures_and_everything" : "lbl_everything_in_room")}
              <span className="vh">: {name}</span>
            </button>
          )}
        </div>
      </div>
      <Rates list={list} entry={entry} name={name} atOnce={atOnce} wanted={wanted} />
      {details && type && (
        <RoomDetails type={type} facts={facts} answer={list.answer} onClose={() => setDetails(false)} />
      )}
    </article>
  );
}

export function Facts({ facts }: { facts: readonly RoomFact[] }) {
  return (
    <ul className="facts">
      {facts.map((fact) => (
        <li key={fact.icon}>
          <Icon name={fact.icon} />
          {fact.text}
        </li>
      ))}
    </ul>
  );
}

/** Rows show the first few rates, tiles none before the guest opens them; what was opened stays so (ROOMS-41). */
function Rates(props: {
  list: OfferList;
  entry: ListedRoom;
  name: string;
  atOnce: number | null;
  wanted: boolean;
}) {
  const { list, entry, name, atOnce, wanted } = props;
  const { offer, rates } = entry;
  const { t, money, facts } = useI18n();
  const { shownCurrency: currency } = useBooking();
  const rooms = useRoomsAtOnce();
  const id = useId();
  const tile = list.layout === "grid";
  const shown = tile ? 0 : RATES_SHOWN;
  const chosenKey =
    list.chosen && rateKey({ id: list.chosen.rate_code_id, package_id: list.chosen.package_id });
  const chosen = rates.findIndex((rate) => rateKey(rate) === chosenKey);
  const hidesChoice = list.chosen?.room_type_id === offer.room_type_id && chosen >= shown;
  const [open, setOpen] = useOpened(`room/${offer.room_type_id}`, hidesChoice || (tile && wanted));
  const foldable = tile || rates.length > RATES_SHOWN + 1;
  const unfolded = open || !foldable ? rates : rates.slice(0, shown);
  const visible = atOnce === null ? unfolded : unfolded.slice(0, atOnce);
  const lowest = Math.min(...rates.map(stayTotal)) * rooms;
  // those that open stand above the button, which they push out of sight
  const rows = useRef<HTMLDivElement>(null);
  const opens = useRef(false);
  // with the rates that were opened, not with what comes in between
  useLayoutEffect(() => {
    if (!opens.current) return;
    opens.current = false;
    rows.current?.children[shown]?.querySelector("button")?.focus();
  });
  return (
    <>
      {tile && (
        <div className="from-price">
          <p className="price">
            <small>{t("lbl_from")}</small>{" "}
            <b>
              <Money amount={lowest} currency={currency} />
            </b>
          </p>
          <Button
            look="soft"
            aria-expanded={open}
            aria-controls={id}
            aria-label={facts([t(open ? "lbl_hide_rates" : "lbl_show_rates", { count: rates.length }), name])}
            onClick={() => setOpen(!open)}
          >
            {t(open ? "lbl_hide_rates" : "lbl_show_rates", { count: rates.length })}
            <Icon name={open ? "up" : "down"} small />
          </Button>
        </div>
      )}
      <div id={id} className="rates" ref={rows}>
        {visible.map((rate) => (
          <RateRow
            key={offerId(offer.room_type_id, rate)}
            list={list}
            room={offer}
            roomName={name}
            rate={rate}
          />
        ))}
      </div>
      {!tile && foldable && atOnce === null && (
        <button
          type="button"
          className="all-rates"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            opens.current = !open;
            setOpen(!open);
          }}
        >
          {open
            ? t("lbl_show_fewer_rates")
            : t("lbl_show_more_rates", {
                count: rates.length - shown,
                amount: money(Math.min(...rates.slice(shown).map(stayTotal)) * rooms, currency),
              })}
          <span className="vh">, {name}</span>
          <Icon name={open ? "up" : "down"} small />
        </button>
      )}
    </>
  );
}

function Pictures(props: { pictures: readonly RoomType["images"][number][]; name: string; first: boolean }) {
  const { pictures, name, first } = props;
  const { t, number } = useI18n();
  const [at, setAt] = useState(0);
  const picture = pictures[at];
  if (!picture) return null;
  return (
    <div className="pic">
      <Picture {...picture} sizes="(max-width: 60rem) 100vw, 20rem" first={first && at === 0} />
      {pictures.length > 1 && (
        <>
          <p className="count num" role="status">
            <bdi dir="ltr">
              {t("lbl_picture_of", { number: number(at + 1), all: number(pictures.length) })}
            </bdi>
          </p>
          <button
            type="button"
            className="go"
            aria-label={t("lbl_next_picture", { room: name })}
            onClick={() => setAt((at + 1) % pictures.length)}
          >
            <Icon name="forward" />
          </button>
        </>
      )}
    </div>
  );
}

function Description({ text, layout }: { text: string; layout: Layout }) {
  const { t } = useI18n();
  const [whole, setWhole] = useState(false);
  const short = cut(text, DESCRIPTION_MAX[layout]);
  if (!short) return <Own>{text}</Own>;
  // in a tile the rest stands behind "Pictures and everything"
  if (layout === "grid") return <Own>{short}</Own>;
  return (
    <p>
      <Own as="span">{whole ? text : short}</Own>{" "}
      <button type="button" className="more" aria-expanded={whole} onClick={() => setWhole(!whole)}>
        {t(whole ? "lbl_show_less" : "lbl_show_more")}
      </button>
    </p>
  );
}
