import { useI18n } from "../i18n";
import { Own } from "../ui";
import { useShell } from "./ShellContext";
import "./footer.css";

/** Who to reach, and the house's terms. */
export function Footer() {
  const { t, facts } = useI18n();
  const { property, askConsent } = useShell();
  const where = facts([property.name, property.address, property.city]);
  return (
    <footer className="site-foot">
      <div className="page">
        <span>
          <Own as="span">{where}</Own>
          {property.phone_no && (
            <>
              <i>{" · "}</i>
              <a className="nowrap" href={`tel:${property.phone_no.replace(/[^+\d]/g, "")}`}>
                <bdi dir="ltr">{property.phone_no}</bdi>
              </a>
            </>
          )}
        </span>
        <span>
          <a href={property.terms_url} target="_blank" rel="noreferrer">
            {t("lbl_terms")}
          </a>
          {" · "}
          <a href={property.privacy_url} target="_blank" rel="noreferrer">
            {t("lbl_privacy")}
          </a>
          {askConsent && (
            <button type="button" onClick={askConsent}>
              {t("lbl_measuring")}
            </button>
          )}
        </span>
      </div>
    </footer>
  );
}
