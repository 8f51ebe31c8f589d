import { Component, type ReactNode, useEffect, useRef, useState } from "react";
import { useI18n } from "../i18n";
import { Button } from "../ui";
import { freshPage } from "./chunk";
import "./incomplete.css";

/**
 * Catches what a part of the page threw, most likely a file that did not load. Nobody sees a blank page: the booking is
 * kept, and a reload finds it again.
 */
export class Boundary extends Component<
  {
    children: ReactNode;
    /** Where the guest is: moving on leaves what is broken behind. */
    at?: string;
    /** In place of the part; a whole screen that says so when left out. */
    instead?: ReactNode;
  },
  { broken: boolean }
> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidUpdate(before: { at?: string }) {
    if (this.state.broken && before.at !== this.props.at) this.setState({ broken: false });
  }

  override render() {
    const { children, instead = <Broken /> } = this.props;
    return this.state.broken ? instead : children;
  }
}

/** Of a screen that did not load. */
export function Broken() {
  const { t } = useI18n();
  const main = useRef<HTMLElement>(null);
  // what had the focus is gone with the screen
  useEffect(() => main.current?.focus(), []);
  return (
    <main ref={main} tabIndex={-1} className="incomplete page">
      <h1 className="serif title">{t("lbl_oops")}</h1>
      <NotLoaded />
    </main>
  );
}

/** That a part did not load, and a way to look for it once more. */
export function NotLoaded() {
  const { t } = useI18n();
  const [silent, setSilent] = useState(!navigator.onLine);
  const [asking, setAsking] = useState(false);
  const again = async () => {
    setAsking(true);
    await freshPage();
    // still here: nobody answered
    setSilent(true);
    setAsking(false);
  };
  return (
    <div className="not-loaded" role="alert">
      <p className="quiet">{t(silent ? "lbl_no_answer" : "lbl_something_went_wrong")}</p>
      <Button busy={asking} onClick={again}>
        {t("lbl_retry")}
      </Button>
    </div>
  );
}
