import type { Availability, RateOffer } from "../../api";
import { useI18n } from "../../i18n";
import { useBooking } from "../BookingProvider";
import { named, packageOf } from "./packages";

/** A rate's name in the guest's language; with a package, both: what tells two offers of a room apart. */
export function useRateName(): (rate: RateOffer, answer: Availability) => string {
  const { t } = useI18n();
  const { names } = useBooking();
  return (rate, answer) => {
    const name = names.rate(rate.id, rate.name);
    const found = packageOf(rate, answer);
    return found ? t("lbl_package_rate", { package: named(found, names).name, rate: name }) : name;
  };
}
