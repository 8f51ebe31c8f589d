import { useI18n } from "../i18n";
import "./loader.css";

/**
 * Full-page loader until start-up is over (START-20). Where the server sent the first screen with the page, that stays
 * in sight instead and only screen readers are told.
 */
export function Loader({ picture, name }: { picture: string | null; name: string | null }) {
  const { t, locale } = useI18n();
  // before the labels are there it would speak English in a page of another language: then it says nothing
  const known = document.documentElement.lang.slice(0, 2) === locale.slice(0, 2);
  const words = known && (name ? t("lbl_loading_hotel", { hotel: name }) : t("lbl_loading"));
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
