import { useState } from "react";
import type { Availability, RateOffer, RoomType, SelectedRoom } from "../../api";
import { useI18n } from "../../i18n";
import { Icon, Picture, plainText, Tag } from "../../ui";
import { useBooking } from "../BookingProvider";
import type { SearchRoom } from "../search-data";
import { cut, type ListedRoom, offerId } from "./offers";
import { RateRow } from "./RateRow";
import { RoomDetails } from "./RoomDetails";
import { useRoomFacts } from "./useRoomFacts";

/** Descriptions longer than this fold (ROOMS-29). */
const DESCRIPTION_MAX = 150;
/** Few enough to say so. */
const SCARCE = 2;

/** A room: pictures, name, what matters, and its rates as rows. */
export function RoomCard(props: {
  entry: ListedRoom;
  answer: Availability;
  stay: SearchRoom;
  chosen: SelectedRoom | undefined;
  first: boolean;
  onBook: (rate: RateOffer) => void;
  onRemove: () => void;
}) {
  const { entry, answer, stay, chosen, first, onBook, onRemove } = props;
  const { offer, type, rates } = entry;
  const { t } = useI18n();
  const { state, names } = useBooking();
  const [details, setDetails] = useState(false);
  const facts = useRoomFacts(type);
  const name = type?.name ?? names.room(offer.room_type_id, offer.room_type_name);
  const pictures = type?.images ?? [];
  const mine = chosen?.room_type_id === offer.room_type_id;
  return (
    <article className={mine ? "room chosen" : "room"} aria-label={name}>
      <div className={pictures.length > 0 ? "top" : "top bare"}>
        {pictures.length > 0 && <Pictures pictures={pictures} name={name} first={first} />}
        <div className="words">
          <div className="row">
            <h2 className="serif">{name}</h2>
            {offer.available <= SCARCE && (
              <Tag tone="warn">{t("lbl_rooms_left", { count: offer.available })}</Tag>
            )}
          </div>
          <ul className="facts">
            {facts.map((fact) => (
              <li key={fact.icon}>
                <Icon name={fact.icon} />
                {fact.text}
              </li>
            ))}
          </ul>
          {type?.description && <Description text={plainText(type.description)} />}
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
      {rates.map((rate) => (
        <RateRow
          key={offerId(offer.room_type_id, rate)}
          room={offer}
          roomName={name}
          rate={rate}
          stay={stay}
          chosen={chosen}
          anyChosen={state.selected.length > 0}
          onBook={() => onBook(rate)}
          onRemove={onRemove}
        />
      ))}
      {details && type && (
        <RoomDetails type={type} facts={facts} answer={answer} onClose={() => setDetails(false)} />
      )}
    </article>
  );
}

function Pictures(props: { pictures: readonly RoomType["images"][number][]; name: string; first: boolean }) {
  const { pictures, name, first } = props;
  const { t, locale } = useI18n();
  const [at, setAt] = useState(0);
  const picture = pictures[at];
  if (!picture) return null;
  const numbers = new Intl.NumberFormat(locale);
  return (
    <div className="pic">
      <Picture {...picture} sizes="(max-width: 60rem) 100vw, 20rem" first={first && at === 0} />
      {pictures.length > 1 && (
        <>
          <bdi className="count num" dir="ltr">
            {t("lbl_picture_of", { number: numbers.format(at + 1), all: numbers.format(pictures.length) })}
          </bdi>
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

function Description({ text }: { text: string }) {
  const { t } = useI18n();
  const [whole, setWhole] = useState(false);
  const short = cut(text, DESCRIPTION_MAX);
  return (
    <p>
      {whole ? text : (short ?? text)}{" "}
      {short && (
        <button type="button" className="more" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {t(whole ? "lbl_show_less" : "lbl_show_more")}
        </button>
      )}
    </p>
  );
}
