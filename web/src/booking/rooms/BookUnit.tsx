import { useState } from "react";
import type { RoomOffer } from "../../api";
import { useI18n } from "../../i18n";
import { useBooking } from "../BookingProvider";
import type { SearchRoom } from "../search-data";
import { UnitPicker } from "./UnitPicker";

/** The second button where guests may choose their door, of one room at a time (ROOMS-37, ROOMS-38). */
export function BookUnit(props: {
  room: RoomOffer;
  roomName: string;
  /** What else says which offer it is. */
  rateName: string;
  stay: SearchRoom;
  slot: number;
  rooms: number;
  onChoose: (room_id: string | null) => void;
}) {
  const { room, roomName, rateName, stay, slot, rooms, onChoose } = props;
  const { t, facts } = useI18n();
  const { state } = useBooking();
  const [open, setOpen] = useState(false);
  const allowed = state.profile?.restrictions.booking_profile.allow_room_unit_booking;
  if (!allowed || rooms > 1 || state.deal?.kind === "group") return null;
  return (
    <>
      <button
        type="button"
        className="more"
        aria-disabled={state.inProgress !== null || undefined}
        aria-haspopup="dialog"
        aria-label={facts([t("lbl_book_room_unit"), roomName, rateName])}
        onClick={() => state.inProgress === null && setOpen(true)}
      >
        {t("lbl_book_room_unit")}
      </button>
      {open && (
        <UnitPicker
          room={room}
          roomName={roomName}
          stay={stay}
          slot={slot}
          onChoose={(room_id) => {
            setOpen(false);
            onChoose(room_id);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
