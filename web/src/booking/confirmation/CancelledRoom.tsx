import type { ConfirmedRoom } from "../../api";
import { useI18n } from "../../i18n";
import { Tag } from "../../ui";
import { useBooking } from "../BookingProvider";
import { useDetails } from "./Act";

/** A room of the booking that is booked no more; what cancelling it came to stands with its reservation. */
export function CancelledRoom({ room }: { room: ConfirmedRoom }) {
  const { t, range } = useI18n();
  const { property, names } = useBooking();
  const details = useDetails();
  const name = names.room(room.room_type_id, room.room_type_name);
  return (
    <section className="card pad cancelled-room" aria-label={`${name} ${room.confirmation_no}`}>
      <h2 className="serif">
        {name} <Tag>{t("lbl_room_cancelled")}</Tag>
      </h2>
      <p className="quiet">{range(room.check_in_date, room.check_out_date)}</p>
      <p className="quiet">
        {t("lbl_confirmation_number")} <bdi dir="ltr">{room.confirmation_no}</bdi>
      </p>
      {property.website_config.enable_search_reservation && (
        <button type="button" className="text-link" onClick={() => void details(room)}>
          {t("lbl_view_reservation")}
        </button>
      )}
    </section>
  );
}
