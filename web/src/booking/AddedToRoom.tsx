import { useId } from "react";
import type { BookedAddon } from "../api";
import { nightsBetween, useI18n } from "../i18n";
import { byQuantity } from "./added";
import { useBooking } from "./BookingProvider";

/** What was added to a booked room: how many there are of it, and on which days of the stay. */
export function AddedToRoom(props: {
  addons: readonly BookedAddon[];
  stay: { check_in_date: string; check_out_date: string };
}) {
  const { addons, stay } = props;
  const { t, day } = useI18n();
  const { names } = useBooking();
  const heading = useId();
  if (addons.length === 0) return null;
  const nights = nightsBetween(stay.check_in_date, stay.check_out_date);
  const lines = byQuantity(addons).map(({ id, name, quantity, days }) => {
    const addon = names.field("CHARGE", id, "name", name);
    const times = quantity > 1 ? t("lbl_addon_times", { addon, count: quantity }) : addon;
    const every = nights > 1 && days.length === nights;
    const when = every ? [t("lbl_addon_every_day")] : days.map((date) => day(date, "weekday"));
    return [times, ...when].join(" · ");
  });
  return (
    <div className="small added">
      <b id={heading}>{t("lbl_added_to_room")}</b>
      <ul aria-labelledby={heading}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
