import { Fragment } from "react";
import { CardToCome } from "../../card/CardToCome";
import { useI18n } from "../../i18n";
import { Skeleton } from "../../ui";
import { useBooking } from "../BookingProvider";
import { expectedTypes, needsCard } from "./guarantee";

/**
 * In place of the ways to guarantee the stay while they are loaded: about as tall as they will be, by what the chosen
 * rooms tell of them, so that nothing below moves away from a finger.
 */
export function TypesToCome() {
  const { t } = useI18n();
  const { state } = useBooking();
  const profile = state.profile?.restrictions.booking_profile;
  if (!profile) return null;
  const { guarantee } = state;
  const types = expectedTypes(state.selected, profile);
  const existing = state.profile?.existing_reservation;
  const stored = existing?.payment_source;
  const goesOn = stored && types.some((id) => id === existing.guarantee_type_id);
  const wanted = guarantee?.guarantee_type_id ?? (stored ? null : existing?.guarantee_type_id);
  const type = types.find((id) => id === wanted) ?? (stored ? undefined : types[0]);
  return (
    <div className="types-to-come" role="status">
      <span className="vh">{t("lbl_guarantee_loading")}</span>
      <div className="radio-cards" aria-hidden="true">
        <p className="serif">{t("lbl_how_you_guarantee")}</p>
        {[...(goesOn ? ["existing"] : []), ...types].map((id) => (
          <Fragment key={id}>
            <div
              className={["radio-card", existing && "short", id === type && "on"].filter(Boolean).join(" ")}
            >
              <Skeleton />
            </div>
            {/* a type's id is its code */}
            {id === type && needsCard({ id, code: id, instant_booking: false }, profile) && (
              <section className={id === types.at(-1) ? "beneath last" : "beneath"}>
                <div className="card-place">
                  {guarantee?.details?.custom_field_5 ? <Skeleton block="2.75rem" /> : <CardToCome />}
                </div>
              </section>
            )}
          </Fragment>
        ))}
      </div>
    </div>
  );
}
