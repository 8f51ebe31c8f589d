import { type CSSProperties, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { Availability, Rooming } from "../../api";
import { useI18n } from "../../i18n";
import { Button, Notice, Own, say } from "../../ui";
import { useBooking } from "../BookingProvider";
import { ConversionNote } from "../ConversionNote";
import { inGuestCurrency } from "../conversion";
import { packageName } from "../editing/editing";
import { useGo } from "../go";
import type { SearchRoom } from "../search-data";
import { useStayWords } from "../stay-words";
import { usePhone } from "../wide";
import { FiltersBar } from "./FiltersBar";
import { filterRooms, fits, NO_FILTERS } from "./filters";
import { listRates, listRooms, offerIn, rateKey, stayTotal } from "./offers";
import { onlyPackages, packageAlone, packageWish } from "./packages";
import { tallOf, usePlaces } from "./place";
import { RateCard } from "./RateCard";
import type { OfferList } from "./RateRow";
import { RATES_SHOWN, RoomCard } from "./RoomCard";
import { Together } from "./Together";
import { useRoomsAtOnce } from "./useRoomsAtOnce";
import type { Taking } from "./useTakeTogether";
import { useView } from "./useView";
import { type ListNote, layoutOf, noteOf } from "./view";

/** Longer descriptions of a rate are cut, by where they stand (ROOMS-30). */
const RATE_TEXT_MAX = { phone: 90, grid: 100, list: 160 } as const;
/** So many cards are drawn with the answer: few screens show more of them. */
const AT_ONCE = { list: 1, grid: 4 } as const;
/** And so many rates of the first: the others stand beneath the edge of most screens. */
const RATES_AT_ONCE = { phone: 1, desk: 2 } as const;

/** What is on offer for a slot, as the guest wants to look at it: by room or by rate, narrowed, in order. */
export function RoomList(props: {
  answer: Availability;
  stay: SearchRoom;
  slot: number;
  /** The cheapest for everybody of the search, to stand above it. */
  rooming: Rooming | null;
  /** It came when the list stood: beneath, where it pushes nothing away. */
  late: boolean;
  taking: Taking;
  onBook: OfferList["onBook"];
  onRemove: () => void;
}) {
  const { answer: sent, stay, slot, rooming, late, taking, onBook, onRemove } = props;
  // as the guest looks at it; what goes back to the server is taken from what it sent
  const whole = useMemo(() => (sent.conversion ? inGuestCurrency(sent) : sent), [sent]);
  const { t, money } = useI18n();
  const { property, query, state, names, shownCurrency: currency } = useBooking();
  const words = useStayWords();
  const rooms = useRoomsAtOnce();
  const phone = usePhone();
  const [view, changeView] = useView();
  const wantedCode = query.get("rn_code");
  const rateCode = query.get("rate_code");
  const answer = useMemo(() => onlyPackages(whole, packageWish(query)), [whole, query]);
  const listed = useMemo(
    () =>
      listRooms(answer, {
        order: property.website_config.website_config_room_types,
        firstRoomCode: wantedCode,
        rateIds: query.get("rate_id"),
        rateCode,
        sort: view.sort,
      }).map((entry) => ({ ...entry, type: entry.type && names.roomType(entry.type) })),
    [answer, property, query, wantedCode, rateCode, view.sort, names],
  );
  const shown = useMemo(() => filterRooms(listed, view.filters, rooms), [listed, view.filters, rooms]);
  const layout = layoutOf(property.website_config.rate_display_type);
  // what fills the first screen is drawn at once, the rest of a long list when there is time; a list that stands is not cut
  const [begun] = useState(() => shown.slice(0, AT_ONCE[layout]));
  const drawn = useDeferredValue(shown, begun);
  const growing = drawn === begun;
  useEffect(() => say(t("lbl_rooms_found", { count: shown.length })), [shown, t]);
  const byRate = useMemo(
    () => (view.display_by === "byRates" ? listRates(shown, view.sort, wantedCode) : null),
    [shown, view.display_by, view.sort, wantedCode],
  );

  const asSent: OfferList["asSent"] = (room, rate) => offerIn(sent, room.room_type_id, rate) ?? rate;
  const list: OfferList = {
    answer,
    stay,
    layout,
    slot,
    place: `${slot}/${JSON.stringify(stay)}`,
    rateTextMax: RATE_TEXT_MAX[phone ? "phone" : layout],
    chosen: state.selected.find((entry) => entry.room_no === slot + 1),
    asSent,
    onBook: (room, rate, unit) => onBook(room, asSent(room, rate), unit),
    onRemove,
  };
  // a choice of rooms that the guest has narrowed away is none; of people who are not those of this list, too
  const choice = useMemo(() => rooming && inGuestCurrency(rooming), [rooming]);
  const together = rooming &&
    choice?.rooms.every(({ room_type_id, total_amount_after_tax_and_fee: own }) =>
      fits(
        answer.room_types.find(({ id }) => id === room_type_id),
        rooms > 1 ? choice.total_amount_after_tax_and_fee : own,
        view.filters,
      ),
    ) && <Together answer={answer} rooming={rooming} taking={taking} />;
  const note = noteOf(whole, listed, shown, wantedCode, answer !== whole && Boolean(packageAlone(query)));
  const rates = shown.reduce((sum, { rates }) => sum + Math.min(rates.length, RATES_SHOWN), 0);
  const place = `${list.place}/${view.display_by}/${shown.map((entry) => entry.offer.room_type_id)}`;
  const cards = useRef<HTMLDivElement>(null);
  usePlaces(cards);
  const dearest = useMemo(
    () => Math.max(0, ...listed.flatMap(({ rates }) => rates.map(stayTotal))),
    [listed],
  );
  const size = {
    "--price-length": money(dearest * rooms, currency).length,
    "--rooms": shown.length,
    "--all-rates": rates,
    minBlockSize: growing && !byRate ? tallOf(place) : undefined,
  };
  const classes = ["list", !byRate && layout === "grid" ? "grid" : "", !byRate && growing ? "growing" : ""];
  return (
    <>
      {listed.length > 0 && <FiltersBar answer={answer} listed={listed} view={view} onChange={changeView} />}
      <p className="found">
        <span>{t("lbl_rooms_fit", { count: shown.length, all: answer.room_types.length })}</span>
        <span className="long">
          {t("lbl_prices_for_stay", { nights: words.nights(stay.checkIn, stay.checkOut) })}
        </span>
      </p>
      <PackageGone answer={sent} />
      {note && <Note note={note} answer={answer} onClear={() => changeView({ filters: NO_FILTERS })} />}
      <ConversionNote conversion={answer.conversion} />
      {!late && together}
      <div
        ref={cards}
        data-place={place}
        className={classes.filter(Boolean).join(" ")}
        style={size as CSSProperties}
      >
        {byRate
          ? byRate.map((entry, index) => (
              <RateCard
                key={rateKey(entry.rate)}
                list={list}
                entry={entry}
                first={index === 0}
                wantedCode={wantedCode}
              />
            ))
          : drawn.map((entry, index) => (
              <RoomCard
                key={entry.offer.room_type_id}
                list={list}
                entry={entry}
                first={index === 0}
                atOnce={growing && layout === "list" ? RATES_AT_ONCE[phone ? "phone" : "desk"] : null}
                wanted={entry.offer.room_type_code === wantedCode}
              />
            ))}
      </div>
      {late && together}
    </>
  );
}

/** The package of the stay that is changed goes on as it is, where it can be had at all. */
function PackageGone({ answer }: { answer: Availability }) {
  const { t } = useI18n();
  const { state, names } = useBooking();
  const stay = state.profile?.existing_reservation;
  const booked = stay && packageName(stay, names);
  if (!booked) return null;
  const offered = answer.rate_details.some(({ rate_codes }) =>
    rate_codes.some((rate) => rate.package_id === stay.package_id),
  );
  if (offered) return null;
  return (
    <Notice tone="warn" role="status" className="list-note">
      <p>{t("lbl_package_not_for_stay", { package: booked })}</p>
    </Notice>
  );
}

/** Why the list is not what the guest came for, and the way out of it (ROOMS-47, ROOMS-48). */
function Note({ note, answer, onClear }: { note: ListNote; answer: Availability; onClear: () => void }) {
  const { t } = useI18n();
  const { names } = useBooking();
  const go = useGo();
  const id = "room_type_id" in note ? note.room_type_id : null;
  const type = answer.room_types.find((known) => known.id === id);
  const filtered = note.kind === "no_rooms_match" || note.kind === "room_does_not_match";
  const restricted = note.kind === "no_rates" || note.kind === "no_rates_for_room";
  return (
    <Notice tone="warn" role="status" className="list-note">
      <p>
        {id && (
          <b>
            <Own as="span">{names.room(id, type?.name ?? id)}</Own>:{" "}
          </b>
        )}
        {t(noteWords[note.kind])}
      </p>
      {filtered && (
        <Button look="line" onClick={onClear}>
          {t("lbl_clear_filters")}
        </Button>
      )}
      {restricted && (
        <Button look="line" onClick={() => go("rooms", { query: EVERY_RATE })}>
          {t("lbl_show_every_rate")}
        </Button>
      )}
    </Notice>
  );
}

const EVERY_RATE = { rate_id: null, rate_code: null, package_type: null, package_id: null };

const noteWords = {
  no_rooms_match: "lbl_no_rooms_match",
  no_rates: "lbl_no_rates_for_dates",
  no_rates_for_room: "lbl_no_rates_for_room",
  room_not_available: "lbl_room_not_available",
  room_does_not_match: "lbl_room_does_not_match",
} as const;
