import { Component, type ReactNode } from "react";
import { useI18n } from "../i18n";
import { Button } from "../ui";
import "./incomplete.css";

/**
 * Catches what a screen threw, most likely a file of the page that did not load. Nobody sees a blank page: the booking
 * is kept, and a reload finds it again.
 */
export class Boundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const { t } = useI18n();
  return (
    <main className="incomplete page" role="alert">
      <h1 className="serif title">{t("lbl_oops")}</h1>
      <p className="quiet">{t(navigator.onLine ? "lbl_processing_error" : "lbl_no_answer")}</p>
      <Button onClick={() => window.location.reload()}>{t("lbl_retry")}</Button>
    </main>
  );
}
