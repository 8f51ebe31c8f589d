import type { SelectedRoom } from "../../api";
import { useI18n } from "../../i18n";
import { useBooking } from "../BookingProvider";
import { CancellationText } from "../Cancellation";
import { useCompanyOf } from "../company-pays";

/** Until when the changed stay can be cancelled for nothing, and what it costs after: what the guest confirms. */
export function ChangedTerms({ room }: { room: SelectedRoom }) {
  const { t } = useI18n();
  const { currency } = useBooking();
  const companyOf = useCompanyOf();
  return (
    <section className="small changed-terms" aria-labelledby="changed-terms">
      <h2 id="changed-terms">{t("lbl_terms_of_change")}</h2>
      <CancellationText
        cancellation={room.cancellation}
        currency={currency}
        arrival={room.check_in_date}
        added={room.chosen_addons.length > 0}
        company={companyOf(room)}
      />
    </section>
  );
}
