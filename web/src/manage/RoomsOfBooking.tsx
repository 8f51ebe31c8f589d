import { useState } from "react";
import type { FoundReservation } from "../api";
import { useI18n } from "../i18n";
import { Button, Tag } from "../ui";
import { useRoomWords } from "./AlsoRooms";
import { useReservation } from "./reservation";

/** The rooms that were booked together, each a tap away; nothing where there is one. */
export function RoomsOfBooking({ found }: { found: FoundReservation }) {
  const { t, range } = useI18n();
  const { name: nameOf } = useRoomWords(found);
  const { open: openRoom } = useReservation();
  const [asked, setAsked] = useState("");
  if (found.rooms.length < 2) return null;
  async function open(token: string): Promise<void> {
    setAsked(token);
    await openRoom(token);
    setAsked("");
  }
  return (
    <section className="card panel" aria-labelledby="rooms-title">
      <h2 className="serif" id="rooms-title">
        {t("lbl_rooms_of_booking")}
      </h2>
      <ul className="amounts rooms">
        {found.rooms.map((room) => {
          const id = `room-${room.conf_num}`;
          return (
            <li key={room.conf_num} aria-current={room.conf_num === found.conf_num || undefined}>
              <span id={id}>
                {nameOf(room.conf_num)} {room.status !== "HOLD" && <Tag>{room.status}</Tag>}
                <small>{range(room.check_in_date, room.check_out_date)}</small>
                <small>
                  <bdi dir="ltr">{room.conf_num}</bdi>
                </small>
              </span>
              {room.conf_num === found.conf_num ? (
                <small className="here">{t("lbl_this_room")}</small>
              ) : (
                <Button
                  look="bare"
                  aria-describedby={id}
                  busy={asked === room.request_token}
                  onClick={() => void open(room.request_token)}
                >
                  {t("lbl_open_room")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
