import { useI18n } from "../i18n";
import { Own, Picture, Prose } from "../ui";
import { addressLines } from "./address-lines";
import { useShell } from "./ShellContext";
import "./hotel-details.css";

/** Everything about the house, for a popup; a sheet on phones (HEAD-13 to HEAD-15). */
export default function HotelDetails() {
  const { t, locale } = useI18n();
  const { property } = useShell();
  const lines = [...addressLines(property), countryName(property.country, locale)].filter(
    (line): line is string => Boolean(line),
  );
  const policies = [
    [t("lbl_pet_policy"), property.pet_policy],
    [t("lbl_guarantee_policy"), property.guarantee_policy],
    [t("lbl_refund_policy"), property.refund_policy],
    [t("lbl_cancellation_policy"), property.cancellation_policy],
  ].filter((entry): entry is [string, string] => Boolean(entry[1]));
  return (
    <div className="hotel-details">
      {property.cover_image && <Picture {...property.cover_image} sizes="(max-width: 48rem) 90vw, 50vw" />}
      <div className="who">
        {property.business_logo && <img src={property.business_logo} alt="" width={44} height={44} />}
        <Own as="h3" className="serif">
          {property.name}
        </Own>
      </div>
      <address>
        {lines.map((line) => (
          <Own as="span" key={line}>
            {line}
          </Own>
        ))}
        {property.phone_no && (
          <a href={`tel:${property.phone_no.replace(/[^+\d]/g, "")}`}>
            <bdi dir="ltr">{property.phone_no}</bdi>
          </a>
        )}
        {property.email && (
          <a href={`mailto:${property.email}`}>
            <bdi dir="ltr">{property.email}</bdi>
          </a>
        )}
      </address>
      {property.additional_details && <Prose html={property.additional_details} />}
      {policies.length > 0 && (
        <details className="policies">
          <summary>{t("lbl_services_and_policies")}</summary>
          <dl>
            {policies.map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Prose html={text} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}

/** A country's name in the guest's language, or its code. */
function countryName(code: string | null, locale: string): string | null {
  if (!code) return null;
  try {
    return new Intl.DisplayNames(locale, { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}
