import type { ConfirmedRoom } from "../../api";
import { useI18n } from "../../i18n";
import { Money, Own, Tag } from "../../ui";
import { useBooking } from "../BookingProvider";
import { useBackLines } from "../back-to";
import { NoDetails, useDetails } from "./Act";

/** A room of the booking that is booked no more, and what goes back for it; the rest stands with its reservation. */
export function CancelledRoom({ room }: { room: ConfirmedRoom }) {
  const { t, range } = useI18n();
  const backLines = useBackLines();
  const { property, names } = useBooking();
  const details = useDetails();
  const name = names.room(room.room_type_id, room.room_type_name);
  const { refund = 0, refund_to = [], refund_once_paid = 0 } = room.cancelled ?? {};
  const back: [label: string, amount: number][] = [
    ...backLines("lbl_you_get_back", refund, refund_to, room.currency),
    [t("lbl_back_once_paid"), refund_once_paid],
  ];
  return (
    <section className="card pad cancelled-room" aria-label={`${name} ${room.confirmation_no}`}>
      <h2 className="serif">
        <Own as="span">{name}</Own> <Tag>{t("lbl_room_cancelled")}</Tag>
      </h2>
      <p className="quiet">{range(room.check_in_date, room.check_out_date)}</p>
      <p className="quiet">
        {t("lbl_confirmation_number")} <bdi dir="ltr">{room.confirmation_no}</bdi>
      </p>
      {back.map(
        ([label, amount]) =>
          amount > 0 && (
            <p key={label}>
              {label} <Money amount={amount} currency={room.currency} />
            </p>
          ),
      )}
      {property.website_config.enable_search_reservation && (
        <button
          type="button"
          className="text-link"
          aria-busy={details.busy}
          onClick={() => void details.open(room)}
        >
          {t("lbl_view_reservation")}
        </button>
      )}
      <NoDetails problem={details.problem} />
    </section>
  );
}
