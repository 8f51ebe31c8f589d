/**
 * The page to pay on, in a dialog or in a window of its own (PAY-15, PAY-17). It is the vault's: what is typed there never
 * comes here. It asks for our colours and words, and says when it is paid.
 */
import { useEffect, useRef, useState } from "react";
import { useI18n } from "../i18n";
import { Dialog } from "../ui";
import { frameOrigin, type PayMessage, readPayMessage } from "./messages";
import { frameLabels, frameScheme, frameTheme } from "./theme";
import { VaultFrame } from "./VaultFrame";
import "./card-host.css";

/** How long the dialog stays once it is paid, so that the guest sees that (PAY-17), in milliseconds. */
export const CLOSE_MS = 1_500;

/** Before the page tells its own height. */
const FIRST_HEIGHT = 520;

/** Answers the page at `origin` in `source`, and hears it. */
function usePayPage(
  origin: string | null,
  source: () => Window | null | undefined,
  hear: (message: PayMessage) => void,
  /** What is sent of our colours: a frame has its own room around it. */
  framed: boolean,
): void {
  const i18n = useI18n();
  const now = useRef({ source, hear, i18n });
  now.current = { source, hear, i18n };
  useEffect(() => {
    if (!origin) return;
    const dress = () => {
      const { source, i18n } = now.current;
      const css = frameTheme();
      if (!framed) delete css["--frame-pad"];
      const labels = frameLabels(i18n.t);
      source()?.postMessage(
        { id: "theme", css, scheme: frameScheme(), dir: i18n.dir, locale: i18n.language, labels },
        origin,
      );
    };
    const listen = (event: MessageEvent) => {
      const message = readPayMessage(event, origin, now.current.source());
      if (message?.id === "ready") dress();
      if (message) now.current.hear(message);
    };
    // the guest may turn the lamps on while it stands
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    window.addEventListener("message", listen);
    dark.addEventListener("change", dress);
    return () => {
      window.removeEventListener("message", listen);
      dark.removeEventListener("change", dress);
    };
  }, [origin, framed]);
}

/** In a dialog, which closes by itself once it is paid. */
export function PayDialog(props: {
  address: string;
  vaultOrigin: string;
  /** True when it was paid there, false when the guest closed it. */
  onEnd: (paid: boolean) => void;
  /** Another window pays: there is no word from this one when it has. */
  onElsewhere: () => void;
}) {
  const { t } = useI18n();
  const { address, vaultOrigin } = props;
  const iframe = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(FIRST_HEIGHT);
  const [paid, setPaid] = useState(false);
  const [ready, setReady] = useState(false);
  const told = useRef(props);
  told.current = props;
  const origin = frameOrigin(address, vaultOrigin, window.location.protocol);
  usePayPage(
    origin,
    () => iframe.current?.contentWindow,
    (message) => {
      if (message.id === "ready" || message.id === "leaving") setReady(message.id === "ready");
      else if (message.id === "paid") setPaid(true);
      else if (message.id === "resize") setHeight(message.height);
      else if (message.id === "elsewhere") told.current.onElsewhere();
      else told.current.onEnd(paid);
    },
    true,
  );
  useEffect(() => {
    if (!paid) return;
    const timer = setTimeout(() => told.current.onEnd(true), CLOSE_MS);
    return () => clearTimeout(timer);
  }, [paid]);
  return (
    <Dialog title={t("lbl_pay_link_modal")} onClose={() => props.onEnd(paid)}>
      {origin && (
        <VaultFrame
          ref={iframe}
          ready={ready}
          className="pay-frame"
          style={{ blockSize: `${height}px` }}
          address={address}
          title={t("lbl_pay_link_frame")}
        />
      )}
    </Dialog>
  );
}

/** Whether a dialog may show it: a payment provider's own page opens in a window alone. */
export const isFramed = (address: string, vaultOrigin: string): boolean =>
  frameOrigin(address, vaultOrigin, window.location.protocol) !== null;

/** Opens it in a window of its own; false when the browser does not let us. */
export function usePayWindow(address: string | null, vaultOrigin: string, onPaid: () => void) {
  const opened = useRef<Window | null>(null);
  const origin = address ? frameOrigin(address, vaultOrigin, window.location.protocol) : null;
  usePayPage(
    origin,
    () => opened.current,
    (message) => message.id === "paid" && onPaid(),
    false,
  );
  return {
    open: (): boolean => {
      if (!address) return false;
      // it has to know us: it asks for our words, and we close it
      opened.current = window.open(address, "portico-payment", "popup,width=560,height=760");
      opened.current?.focus();
      return opened.current !== null;
    },
    /** Whether the guest has closed it. Of a provider's page nobody can tell: it may have cut itself off from its opener. */
    isClosed: (): boolean => origin !== null && opened.current?.closed === true,
    close: () => {
      opened.current?.close();
      opened.current = null;
    },
  };
}
