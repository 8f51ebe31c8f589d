import { useQuery } from "@tanstack/react-query";
import { type RoomOffer, suggestedRooms } from "../../api";
import { useI18n } from "../../i18n";
import { Button, Dialog, Notice, Skeleton } from "../../ui";
import { useBooking } from "../BookingProvider";
import { queries } from "../queries";
import type { SearchRoom } from "../search-data";
import { unitLabel } from "./packages";
import "./packages.css";

const focusOn = (door: HTMLElement | null) => door?.focus();

/**
 * The doors of a room type that are free for the stay (ROOMS-24). Choosing one or skipping goes on with the booking,
 * closing does not (ROOMS-38).
 */
export function UnitPicker(props: {
  room: RoomOffer;
  roomName: string;
  stay: SearchRoom;
  /** The slot's session, whose own door is free for it. */
  slot: number;
  onChoose: (room_id: string | null) => void;
  onClose: () => void;
}) {
  const { room, roomName, stay, slot, onChoose, onClose } = props;
  const { t } = useI18n();
  const { property, state } = useBooking();
  const session_id = state.batch ? state.profile?.sessions[slot] : undefined;
  const wanted = {
    room_type_ids: [room.room_type_id],
    start_date: stay.checkIn,
    end_date: stay.checkOut,
  };
  const units = useQuery(
    {
      queryKey: ["suggested-rooms", property.id, wanted, session_id],
      queryFn: ({ signal }) =>
        suggestedRooms(property.id, wanted, { session_id, token: state.batch?.token }, signal),
      // somebody may have chosen since
      staleTime: 0,
      gcTime: 0,
    },
    queries,
  );
  const rooms = units.data?.data[0]?.rooms ?? [];
  const failed = units.errorUpdateCount > 0;
  return (
    <Dialog
      wide
      title={t("lbl_choose_room_unit", { room: roomName })}
      onClose={onClose}
      foot={
        <Button look="line" wide onClick={() => onChoose(null)}>
          {t("lbl_skip_room_unit")}
        </Button>
      }
    >
      {failed && !units.data ? (
        <Notice tone="warn" role="alert">
          <p>{t("lbl_rooms_not_loaded")}</p>
          <Button look="line" busy={units.isFetching} onClick={() => void units.refetch()}>
            {t("lbl_retry")}
          </Button>
        </Notice>
      ) : units.isPending ? (
        <Skeleton block="8rem" />
      ) : rooms.length === 0 ? (
        <p role="status">{t("lbl_no_rooms_found")}</p>
      ) : (
        <ul className="units">
          {rooms.map((unit, index) => (
            <li key={unit.room_id}>
              <button
                type="button"
                // in the place of the button that asked for it once more
                ref={failed && index === 0 ? focusOn : undefined}
                aria-label={t("lbl_unit", { number: unit.number })}
                title={unit.number}
                onClick={() => onChoose(unit.room_id)}
              >
                <bdi>{unitLabel(unit.number)}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
