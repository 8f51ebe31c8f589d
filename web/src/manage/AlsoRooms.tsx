/** The rooms of a booking that a change of one is for: the one shown, and those that the guest wants it for too. */
import { type ReactNode, useState } from "react";
import { type BookedRoom, type FoundReservation, hasCode } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { useListed } from "../booking/listed";
import { type LabelKey, useI18n } from "../i18n";
import { Checkbox } from "../ui";

export interface AlsoRooms {
  /** Other rooms that it can be for. */
  others: readonly BookedRoom[];
  chosen: readonly string[];
  choose: (number: string, wanted: boolean) => void;
  /** What the guest has said of them. */
  said: ReadonlyMap<string, boolean>;
  /** The numbers of all that it is for; none where the booking has one room. */
  numbers: string[];
}

/** `fits`: what another room may be changed with this one; `alike`: what a guest hardly wants to keep apart. */
export function useAlsoRooms(
  found: FoundReservation | null,
  fits: (room: BookedRoom) => boolean,
  alike: (room: BookedRoom) => boolean,
  saidBefore: AlsoRooms["said"] = new Map(),
): AlsoRooms {
  const [said, setSaid] = useState(saidBefore);
  const rooms = found?.rooms ?? [];
  const others = rooms.filter(
    (room) => room.conf_num !== found?.conf_num && room.status === "HOLD" && fits(room),
  );
  const chosen = others
    .filter((room) => said.get(room.conf_num) ?? alike(room))
    .map(({ conf_num }) => conf_num);
  return {
    others,
    chosen,
    said,
    choose: (number, wanted) => setSaid((before) => new Map(before).set(number, wanted)),
    numbers: found && rooms.length > 1 ? [found.conf_num, ...chosen] : [],
  };
}

/** Rooms of a booking as they are told apart: by their place in it and their type. */
export function useRoomWords(found: FoundReservation | null) {
  const { t } = useI18n();
  const { names } = useBooking();
  const listed = useListed();
  const rooms = found?.rooms ?? [];
  const name = (number: string) => {
    const at = rooms.findIndex(({ conf_num }) => conf_num === number);
    const room = rooms[at];
    return room
      ? t("lbl_room_named", { number: at + 1, room: names.room(room.room_type_id, room.room_type_name) })
      : number;
  };
  return {
    name,
    /** What speaks against changing several, where that is one of them. */
    refused(error: unknown) {
      const number = hasCode(error, "NOT_CHANGEABLE") && rooms.length > 1 ? error.body.conf_num : undefined;
      return number ? t("lbl_room_not_changeable", { room: name(number) }) : null;
    },
    /** That it is saved, and for which rooms where there are several. */
    saved: (numbers: readonly string[]) =>
      numbers.length > 0
        ? `${t("lbl_saved")} ${t("lbl_saved_for", { rooms: listed(inOrder(rooms, numbers).map(name)) })}`
        : t("lbl_saved"),
  };
}

const inOrder = (rooms: readonly BookedRoom[], numbers: readonly string[]) =>
  rooms.map(({ conf_num }) => conf_num).filter((number) => numbers.includes(number));

/** Which room it is, and which others it is for; nothing where the booking has one. `known` tells them apart. */
export function AlsoRoomsChoice(props: {
  found: FoundReservation;
  also: AlsoRooms;
  ask: LabelKey;
  known: (room: BookedRoom) => ReactNode;
  /** It is on its way to be saved. */
  busy: boolean;
}) {
  const { found, also, ask, known, busy } = props;
  const { t, range } = useI18n();
  const { names } = useBooking();
  const words = useRoomWords(found);
  const listed = useListed();
  const { rooms, conf_num: own } = found;
  if (rooms.length < 2) return null;
  const at = rooms.findIndex(({ conf_num }) => conf_num === own);
  const { room_type: type } = found.reservation_details;
  const stay = rooms.filter(
    (room) => room.conf_num !== own && room.status !== "CANCELLED" && !also.others.includes(room),
  );
  return (
    <>
      <p>
        <b>
          {t("lbl_room_of_booking", {
            number: at + 1,
            rooms: rooms.length,
            room: names.room(type.id, type.name),
          })}
        </b>{" "}
        <small>
          <bdi dir="ltr">{own}</bdi>
        </small>
      </p>
      {also.others.length > 0 && (
        <fieldset className="card which">
          <legend className="vh">{t(ask)}</legend>
          <p aria-hidden="true">
            <b>{t(ask)}</b>
          </p>
          {also.others.map((room) => (
            <Checkbox
              key={room.conf_num}
              checked={also.chosen.includes(room.conf_num)}
              readOnly={busy}
              onChange={(wanted) => also.choose(room.conf_num, wanted)}
            >
              <b>{words.name(room.conf_num)}</b>{" "}
              <small>
                {range(room.check_in_date, room.check_out_date)} · {known(room) && <>{known(room)} · </>}
                <bdi dir="ltr">{room.conf_num}</bdi>
              </small>
            </Checkbox>
          ))}
        </fieldset>
      )}
      {stay.length > 0 && (
        <p className="small quiet">
          {t("lbl_also_stay", { rooms: listed(stay.map(({ conf_num }) => words.name(conf_num))) })}
        </p>
      )}
    </>
  );
}
