import { useI18n } from "../i18n";
import { onGuestsClock } from "./guests-clock";

/** A deadline of the hotel's by the guest's clock, beside it; nothing where the two agree. */
export function OnYourClock({ until }: { until: string }) {
  const { t, instant } = useI18n();
  const own = onGuestsClock(until);
  return own && <small>{t("lbl_on_your_clock", { until: instant(own) })}</small>;
}
