import { useEffect, useId, useMemo } from "react";
import { useI18n } from "../../i18n";
import { Button, Notice, say, Tabs } from "../../ui";
import { useBooking } from "../BookingProvider";
import { ConversionNote } from "../ConversionNote";
import type { SearchRoom } from "../search-data";
import { useStayWords } from "../stay-words";
import { usePhone } from "../wide";
import { useStep } from "../wizard/step";
import { BookingTroubles } from "./BookingTroubles";
import { DealTag } from "./DealTag";
import { NothingFound } from "./NothingFound";
import { listRooms } from "./offers";
import { RoomCard } from "./RoomCard";
import { RoomsSkeleton } from "./RoomsSkeleton";
import { StayBar } from "./StayBar";
import { forgetAvailability, useAvailability } from "./useAvailability";
import { useBookRoom } from "./useBookRoom";
import "./rooms.css";

/** Choosing rooms: one slot of the search after the other (ROOMS-01 to ROOMS-03). */
export default function RoomsStep() {
  const { state, facts } = useBooking();
  const rooms = state.search?.rooms ?? [];
  const slots = facts.multiRoom ? rooms.slice(0, 1) : rooms;
  const slot = Math.min(state.roomIndex, slots.length - 1);
  const room = slots[slot];
  const panel = useId();
  useStep({ busy: state.inProgress !== null });
  if (!room) return null;
  return (
    <>
      {slots.length > 1 && <RoomTabs slots={slots} slot={slot} panel={panel} />}
      <div id={panel} role={slots.length > 1 ? "tabpanel" : undefined}>
        <Slot key={slot} slot={slot} room={room} only={slots.length > 1 ? slot + 1 : null} />
      </div>
    </>
  );
}

/** One tab per room on desks, a list to choose from on phones (ROOMS-03). */
function RoomTabs({ slots, slot, panel }: { slots: SearchRoom[]; slot: number; panel: string }) {
  const { t } = useI18n();
  const { state, dispatch } = useBooking();
  const words = useStayWords();
  const phone = usePhone();
  const go = (index: string) => dispatch({ type: "ROOM_INDEX", index: Number(index) });
  const label = (room: SearchRoom, index: number) => {
    const chosen = state.selected.some((entry) => entry.room_no === index + 1);
    const name = t("lbl_room_number", { number: index + 1 });
    return `${chosen ? "✓ " : ""}${name} · ${words.guests(room.persons)}`;
  };
  if (phone) {
    return (
      <label className="room-select">
        <span className="vh">{t("lbl_which_room")}</span>
        <select className="input" value={slot} onChange={(event) => go(event.target.value)}>
          {slots.map((room, index) => (
            <option key={index} value={index}>
              {label(room, index)}
            </option>
          ))}
        </select>
      </label>
    );
  }
  return (
    <Tabs
      label={t("lbl_which_room")}
      controls={panel}
      value={String(slot)}
      onChange={go}
      tabs={slots.map((room, index) => ({ value: String(index), label: label(room, index) }))}
    />
  );
}

function Slot({ slot, room, only }: { slot: number; room: SearchRoom; only: number | null }) {
  const { t } = useI18n();
  const booking = useBooking();
  const { property, query, state, names, facts } = booking;
  const words = useStayWords();
  const availability = useAvailability(room, slot);
  const actions = useBookRoom(slot, room);
  const { data } = availability;
  const list = useMemo(
    () =>
      data
        ? listRooms(data, {
            order: property.website_config.website_config_room_types,
            firstRoomCode: query.get("rn_code"),
            rateIds: query.get("rate_id"),
            rateCode: query.get("rate_code"),
            bookWithPoints: facts.bookWithPoints,
          }).map((entry) => ({ ...entry, type: entry.type && names.roomType(entry.type) }))
        : null,
    [data, property, query, facts.bookWithPoints, names],
  );
  const count = list?.length;
  useEffect(() => {
    if (count !== undefined) say(t("lbl_rooms_found", { count }));
  }, [count, t]);

  const chosen = state.selected.find((entry) => entry.room_no === slot + 1);
  const nights = words.nights(room.checkIn, room.checkOut);
  const troubles = (
    <BookingTroubles
      trouble={actions.trouble}
      onClose={actions.clearTrouble}
      onTake={(offer, rate) => void actions.book(offer, rate)}
    />
  );

  if (availability.isPending) {
    return (
      <>
        <StayBar slot={slot} room={room} only={only} />
        <RoomsSkeleton />
      </>
    );
  }
  if (!list || !data) {
    return (
      <>
        <StayBar slot={slot} room={room} only={only} />
        <Notice tone="warn" role="alert">
          <p>{t("lbl_rooms_not_loaded")}</p>
          <Button look="line" busy={availability.isFetching} onClick={() => void availability.refetch()}>
            {t("lbl_retry")}
          </Button>
        </Notice>
      </>
    );
  }
  if (list.length === 0) {
    return (
      <>
        <DealTag answer={data} />
        <NothingFound
          answer={data}
          room={room}
          slot={slot}
          only={only}
          onTake={(offer, rate, stay) => actions.book(offer, rate, stay)}
        />
        {troubles}
      </>
    );
  }
  return (
    <>
      <StayBar slot={slot} room={room} only={only} />
      <DealTag answer={data} />
      <p className="found">
        <span>{t("lbl_rooms_fit", { count: list.length, all: data.room_types.length })}</span>
        <span className="long">{t("lbl_prices_for_stay", { nights })}</span>
      </p>
      <ConversionNote conversion={data.conversion} />
      {(actions.trouble?.kind === "failed" || actions.trouble?.kind === "code") && (
        <Notice tone="bad" role="alert" className="trouble">
          {t(actions.trouble.kind === "code" ? "lbl_code_not_valid" : "lbl_room_not_booked")}
        </Notice>
      )}
      <div className="list">
        {list.map((entry, index) => (
          <RoomCard
            key={entry.offer.room_type_id}
            entry={entry}
            answer={data}
            stay={room}
            chosen={chosen}
            first={index === 0}
            onBook={(rate) => void actions.book(entry.offer, rate)}
            onRemove={() => void actions.remove().then(() => forgetAvailability(property))}
          />
        ))}
      </div>
      {troubles}
    </>
  );
}
