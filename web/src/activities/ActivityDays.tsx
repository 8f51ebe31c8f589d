import { useState } from "react";
import { useBooking } from "../booking/BookingProvider";
import { useI18n } from "../i18n";
import { DayPicker, type DayPickerProps } from "../ui/DayPicker";
import { useCalendar } from "./useCalendar";

/** The calendar with a line under each day that has an activity with a place left. */
export function ActivityDays(props: Omit<DayPickerProps, "onShow" | "marks">) {
  const { t } = useI18n();
  const { property } = useBooking();
  const [shown, setShown] = useState({ from: "", to: "" });
  const { data } = useCalendar(property.id, shown.from, shown.to, shown.from !== "");
  const open = new Set(
    data?.dates
      .filter(({ activities }) => activities.some(({ capacity_left }) => capacity_left > 0))
      .map(({ date }) => date),
  );
  const said = (line: boolean) => t(line ? "lbl_day_with_activities" : "lbl_day_without_activities");
  return (
    <DayPicker
      {...props}
      onShow={(from, to) => setShown({ from, to })}
      marks={(date) => ({ line: open.has(date), said: data !== undefined && said(open.has(date)) })}
    />
  );
}
