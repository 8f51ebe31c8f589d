import { useI18n } from "../i18n";
import { Button } from "../ui";
import { freshPage } from "./chunk";
import "./incomplete.css";

function Page({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <main className="incomplete page">
      <h1 className="serif title">{title}</h1>
      <p className="quiet">{text}</p>
      {children}
    </main>
  );
}

/** The address names no hotel and no marketing site is set (START-02): say so, invent nothing. */
export function IncompleteLink() {
  const { t } = useI18n();
  return <Page title={t("lbl_incomplete_link")} text={t("lbl_incomplete_link_text")} />;
}

/** The property did not load: a calm page with a way on, where no popup says so. */
export function NoHotel() {
  const { t } = useI18n();
  return (
    <Page title={t("lbl_hotel_not_loaded")} text={t("lbl_hotel_not_loaded_text")}>
      <Button onClick={() => freshPage()}>{t("lbl_retry")}</Button>
    </Page>
  );
}
