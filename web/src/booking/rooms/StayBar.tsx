import { useState } from "react";
import { useI18n } from "../../i18n";
import { useBooking } from "../BookingProvider";
import type { SearchRoom } from "../search-data";
import { useStayWords } from "../stay-words";
import { StayDialog } from "./StayDialog";

/** The heading with the stay beside it; each part opens the selector of dates and guests (ROOMS-20). */
export function StayBar(props: {
  /** Id for the heading. */
  title: string;
  slot: number;
  room: SearchRoom;
  only: number | null;
}) {
  const { title, slot, room, only } = props;
  const { t, day, range } = useI18n();
  const { facts, state } = useBooking();
  const words = useStayWords();
  const [open, setOpen] = useState<"dates" | "guests" | null>(null);
  const edit = () => setOpen("dates");
  const rooms = facts.multiRoom ? (state.search?.rooms.length ?? 1) : 1;
  const guests = words.guests(room.persons);
  return (
    <div className="open-row">
      <h1 className="serif title" id={title}>
        {only ? t("lbl_choose_room_number", { number: only }) : t("lbl_choose_your_room")}
      </h1>
      <div className="stay" role="group" aria-label={t("lbl_dates_and_guests")}>
        <button type="button" aria-haspopup="dialog" onClick={edit}>
          <small>{t("lbl_check_in")}</small>
          <b>{day(room.checkIn, "weekday")}</b>
        </button>
        <button type="button" aria-haspopup="dialog" onClick={edit}>
          <small>{t("lbl_check_out")}</small>
          <b>{day(room.checkOut, "weekday")}</b>
        </button>
        <button type="button" className="both" aria-haspopup="dialog" onClick={edit}>
          <small>{words.nights(room.checkIn, room.checkOut)}</small>
          <b>{range(room.checkIn, room.checkOut, "short")}</b>
        </button>
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen("guests")}>
          <small>{t("lbl_guests")}</small>
          <b>{rooms > 1 ? t("lbl_rooms_guests_each", { rooms: words.rooms(rooms), guests }) : guests}</b>
        </button>
      </div>
      {open && <StayDialog slot={slot} room={room} only={only} at={open} onClose={() => setOpen(null)} />}
    </div>
  );
}
