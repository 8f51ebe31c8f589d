/** What this tab showed beside what another one chose, each with all that an order names. */
import type { SelectedRoom } from "../../api";
import { useI18n } from "../../i18n";
import { Money } from "../../ui";
import { byQuantity } from "../added";
import { useAddedWords } from "../added-words";
import { useBooking } from "../BookingProvider";
import { useStayWords } from "../stay-words";
import { roomTotal } from "../summary/total";

export function SeenAndHeld({ held }: { held: readonly SelectedRoom[] }) {
  const { t } = useI18n();
  const { state } = useBooking();
  const lines = (rooms: readonly SelectedRoom[]) =>
    rooms.map((room) => <Line key={room.session_id} room={room} />);
  return (
    <dl className="seen-and-held">
      <dt>{t("lbl_room_shown_here")}</dt>
      {lines(state.selected)}
      <dt>{t("lbl_room_held_now")}</dt>
      {lines(held)}
    </dl>
  );
}

function Line({ room }: { room: SelectedRoom }) {
  const { t, range } = useI18n();
  const { currency, names } = useBooking();
  const words = useStayWords();
  const added = useAddedWords(room);
  const guests = words.guests({ adults: room.number_of_adults, children: room.number_of_children });
  const many = room.number_of_rooms > 1;
  const facts = [
    names.room(room.room_type_id, room.room_type_name),
    room.room_unit_number && t("lbl_unit", { number: room.room_unit_number }),
    room.package_id && names.field("PACKAGE", room.package_id, "name", room.package_name ?? ""),
    names.rate(room.rate_code_id, room.rate.name),
    range(room.check_in_date, room.check_out_date, "short"),
    many ? t("lbl_rooms_guests_each", { rooms: words.rooms(room.number_of_rooms), guests }) : guests,
    ...byQuantity(room.chosen_addons).flatMap((line) => [added.times(line), added.when(line)]),
    room.total_redeemed_points > 0 &&
      t("lbl_paid_with_points", {
        points: t("lbl_points_count", { count: room.total_redeemed_points }),
      }),
  ];
  return (
    <dd>
      {facts.filter(Boolean).join(" · ")}
      {" · "}
      <Money amount={roomTotal(room, currency)} currency={currency} />
    </dd>
  );
}
