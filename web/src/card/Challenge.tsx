/**
 * The bank asks the guest to confirm a payment (3-D Secure): its page in a dialog. What the guest answered there only the
 * server knows; we hear that there is an answer.
 */
import { useEffect, useRef, useState } from "react";
import { useI18n } from "../i18n";
import { Dialog } from "../ui";
import { frameOrigin, readBankMessage } from "./messages";
import { VaultFrame } from "./VaultFrame";
import "./card-host.css";

export interface ChallengeProps {
  url: string;
  vaultOrigin: string;
  /** True when the guest has answered, false when they closed it. */
  onEnd: (answered: boolean) => void;
}

export function Challenge({ url, vaultOrigin, onEnd }: ChallengeProps) {
  const { t, language } = useI18n();
  const iframe = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  const origin = frameOrigin(url, vaultOrigin, window.location.protocol);
  const end = useRef(onEnd);
  end.current = onEnd;

  useEffect(() => {
    if (!origin) {
      end.current(false);
      return;
    }
    const hear = (event: MessageEvent) => {
      const message = readBankMessage(event, origin, iframe.current?.contentWindow);
      if (message === "ready") setReady(true);
      else if (message) end.current(message === "challenge");
    };
    window.addEventListener("message", hear);
    return () => {
      window.removeEventListener("message", hear);
      // left with the screen that it stands on
      end.current(false);
    };
  }, [origin]);

  return (
    <Dialog title={t("lbl_challenge_title")} modal="task" onClose={() => onEnd(false)}>
      <p className="quiet">{t("lbl_challenge_text")}</p>
      {origin && (
        <VaultFrame
          ref={iframe}
          ready={ready}
          className="challenge"
          address={inLanguage(url, language)}
          title={t("lbl_challenge_frame")}
        />
      )}
    </Dialog>
  );
}

/** The bank's page, asked to speak the language of this one. */
function inLanguage(url: string, language: string): string {
  const address = new URL(url);
  address.searchParams.set("lang", language);
  return address.href;
}
