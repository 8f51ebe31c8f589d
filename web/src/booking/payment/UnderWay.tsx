import { useI18n } from "../../i18n";
import "../../shell/loader.css";

/** In place of what is searched for and chosen while an order is on its way: nothing that it is of is changed meanwhile. */
export default function UnderWay() {
  const { t } = useI18n();
  return (
    <main tabIndex={-1} className="loader" aria-busy="true">
      <span className="turning" aria-hidden="true" />
      <div role="status">
        <h1 className="serif">{t("lbl_order_under_way")}</h1>
        <p>{t("lbl_order_under_way_say")}</p>
      </div>
    </main>
  );
}
