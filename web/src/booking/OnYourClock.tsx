import { useI18n } from "../i18n";
import { onGuestsClock } from "./guests-clock";

/** A deadline of the hotel's by the guest's clock, to stand beside it; null where the two agree. */
function useYourClock(): (until: string) => string | null {
  const { t, instant } = useI18n();
  return (until) => {
    const own = onGuestsClock(until);
    return own && t("lbl_on_your_clock", { until: instant(own) });
  };
}

export function OnYourClock({ until }: { until: string }) {
  const words = useYourClock()(until);
  return words && <small>{words}</small>;
}

/** The same behind a sentence that names it. */
export function useWithYourClock(): (sentence: string, until: string) => string {
  const yours = useYourClock();
  return (sentence, until) => [sentence, yours(until)].filter(Boolean).join(" ");
}
