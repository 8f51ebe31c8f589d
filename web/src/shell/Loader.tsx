import { useI18n } from "../i18n";
import "./loader.css";

/**
 * Full-page loader until start-up is over (START-20). Where the server sent the first screen with the page, that stays
 * in sight instead and only screen readers are told.
 */
export function Loader({ picture, name }: { picture: string | null; name: string | null }) {
  const { t } = useI18n();
  const words = name ? t("lbl_loading_hotel", { hotel: name }) : t("lbl_loading");
  if (document.getElementById("first-screen")) {
    return (
      <p className="vh" role="status">
        {words}
      </p>
    );
  }
  return (
    <div className="loader" role="status">
      {picture && <img src={picture} alt="" width={320} height={213} />}
      {name && <p className="serif">{name}</p>}
      <span className="turning" aria-hidden="true" />
      <span className="vh">{words}</span>
    </div>
  );
}
