import { useEffect, useRef } from "react";
import { useI18n } from "../../i18n";
import { Button } from "../../ui";
import { useBooking } from "../BookingProvider";
import "./consent.css";

/** Asks whether the hotel may measure: at the foot, in nobody's way, both answers alike. */
export function ConsentBar(props: {
  /** Opened by the guest: the focus goes there. */
  wanted: boolean;
  onDecide: (consent: "granted" | "refused") => void;
}) {
  const { wanted, onDecide } = props;
  const { t } = useI18n();
  const { property, names } = useBooking();
  const bar = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!wanted) return;
    if (document.activeElement !== document.body) opener.current = document.activeElement as HTMLElement;
    bar.current?.focus();
  }, [wanted]);
  function decide(consent: "granted" | "refused") {
    // the bar goes, and the focus must not go with it
    const back = opener.current?.isConnected ? opener.current : document.querySelector("main");
    back?.focus({ preventScroll: true });
    onDecide(consent);
  }
  useEffect(() => {
    // room for it at the foot of the page, so that it hides nothing that has the focus
    const { style } = document.documentElement;
    const size = new ResizeObserver(() =>
      style.setProperty("--consent", `${bar.current?.offsetHeight ?? 0}px`),
    );
    if (bar.current) size.observe(bar.current);
    document.body.classList.add("has-consent");
    return () => {
      size.disconnect();
      style.removeProperty("--consent");
      document.body.classList.remove("has-consent");
    };
  }, []);
  return (
    <section ref={bar} className="consent" aria-label={t("lbl_measuring")} tabIndex={-1}>
      <p>
        {t("lbl_may_we_measure", { hotel: names.property(property).name })}{" "}
        <a href={property.privacy_url} target="_blank" rel="noreferrer">
          {t("lbl_privacy")}
        </a>
      </p>
      <div className="acts">
        <Button look="line" onClick={() => decide("refused")}>
          {t("lbl_do_not_measure")}
        </Button>
        <Button look="line" onClick={() => decide("granted")}>
          {t("lbl_measure")}
        </Button>
      </div>
    </section>
  );
}
