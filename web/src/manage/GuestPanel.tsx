import type { ReactNode } from "react";
import type { FoundReservation } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { countryName } from "../booking/information/countries";
import { FALLBACK_RULES } from "../booking/information/fields";
import { useAddressRules } from "../booking/information/use-address-rules";
import { useI18n } from "../i18n";
import { Button, Own, Skeleton } from "../ui";
import { guestAddress } from "./guest-address";

/** Who stays (MANAGE-10, MANAGE-11); `onEdit` where it can be written anew (MANAGE-13). */
export function GuestPanel(props: {
  stay: FoundReservation["reservation_details"];
  onEdit: (() => void) | null;
}) {
  const { onEdit } = props;
  const { t, locale } = useI18n();
  const { property } = useBooking();
  const { primary_guest: guest } = props.stay;
  const none = t("lbl_not_available_short");
  const country = guest.country && countryName(guest.country, locale);
  const { rules } = useAddressRules(property.id, guest.country || property.country);
  // the rules say in which order its lines stand, hardly how many: until they are there it keeps its place
  const address = [...guestAddress(guest, rules ?? FALLBACK_RULES, locale), country].filter((line) => !!line);
  return (
    <section className="card panel" aria-labelledby="guest-title">
      <div className="hd">
        <h2 className="serif" id="guest-title">
          {t("lbl_guest_details")}
        </h2>
        {onEdit && (
          <Button look="bare" onClick={onEdit}>
            {t("lbl_edit_details")}
            <span className="vh">: {t("lbl_guest_details")}</span>
          </Button>
        )}
      </div>
      <dl>
        <Line label={t("lbl_name")}>
          <Own as="span">{`${guest.first_name} ${guest.last_name}`}</Own>
        </Line>
        <Line label={t("lbl_email")}>
          <bdi>{guest.email || none}</bdi>
        </Line>
        <Line label={t("lbl_mobile_number")}>
          <bdi dir={guest.phone ? "ltr" : undefined}>{guest.phone || none}</bdi>
        </Line>
        {address.length > 0 && (
          <Line label={t("lbl_address_section")}>
            {address.map((line, at) => (
              // a city may be its country, line for line
              <span key={at} className="address-line">
                {rules ? <bdi>{line}</bdi> : <Skeleton block="1lh" inline="9rem" />}
              </span>
            ))}
          </Line>
        )}
      </dl>
    </section>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
