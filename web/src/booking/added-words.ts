/** How many there are of what was added, and on which days of the stay. */
import { nightsBetween, useI18n } from "../i18n";
import type { AddedLine } from "./added";
import { useBooking } from "./BookingProvider";

export function useAddedWords(stay: { check_in_date: string; check_out_date: string }) {
  const { t, day } = useI18n();
  const { names } = useBooking();
  const nights = nightsBetween(stay.check_in_date, stay.check_out_date);
  return {
    times({ id, name, quantity }: AddedLine): string {
      const addon = names.field("CHARGE", id, "name", name);
      return quantity > 1 ? t("lbl_addon_times", { addon, count: quantity }) : addon;
    },
    /** Empty for what is taken once. */
    when({ days }: AddedLine): string {
      const every = nights > 1 && days.length === nights;
      return every ? t("lbl_addon_every_day") : days.map((date) => day(date, "weekday")).join(" · ");
    },
  };
}
