/** A page of the vault in a dialog: a shape until it speaks, words and a way to ask for it again when it does not. */
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from "react";
import { useI18n } from "../i18n";
import { Button, Notice } from "../ui";
import { FRAME_TIMEOUT_MS } from "./exchange";

/**
 * How long a page that has loaded may stay silent, in milliseconds. Its script has run by then: one that says nothing is
 * another page, such as a browser's own of a server that cannot be reached.
 */
export const SILENCE_MS = 3_000;

export interface VaultFrameProps {
  ref: RefObject<HTMLIFrameElement | null>;
  /** Whether it has spoken; no longer once it has said that another page takes its place. */
  ready: boolean;
  address: string;
  title: string;
  className: string;
  style?: CSSProperties;
}

export function VaultFrame({ ref, ready, address, title, className, style }: VaultFrameProps) {
  const { t } = useI18n();
  const place = useRef<HTMLDivElement>(null);
  const retry = useRef<HTMLButtonElement>(null);
  const [turn, setTurn] = useState(0);
  const [loaded, setLoaded] = useState(false);
  const [failed, setFailed] = useState(false);

  // the one that comes next has not loaded
  useEffect(() => {
    if (!ready) setLoaded(false);
  }, [ready]);

  useEffect(() => {
    if (ready || failed) return;
    const timer = setTimeout(() => setFailed(true), loaded ? SILENCE_MS : FRAME_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [ready, failed, loaded]);

  // whoever was in it, or waited for it
  useEffect(() => {
    if (failed && document.activeElement === document.body) retry.current?.focus();
  }, [failed]);
  // whoever asked for it again goes on in it
  useEffect(() => {
    if (turn > 0) place.current?.focus({ preventScroll: true });
  }, [turn]);
  useEffect(() => {
    if (ready && document.activeElement === place.current) ref.current?.focus({ preventScroll: true });
  }, [ready, ref]);

  function again() {
    setFailed(false);
    setLoaded(false);
    setTurn(turn + 1);
  }

  if (failed) {
    return (
      <Notice tone="warn" role="alert">
        <p>{t("lbl_frame_not_loaded")}</p>
        <Button ref={retry} look="line" onClick={again}>
          {t("lbl_retry")}
        </Button>
      </Notice>
    );
  }
  return (
    <div ref={place} tabIndex={-1} aria-busy={!ready}>
      <iframe
        key={turn}
        ref={ref}
        className={ready ? className : `${className} skeleton`}
        onLoad={() => setLoaded(true)}
        src={address}
        title={title}
        style={style}
        sandbox="allow-scripts allow-same-origin allow-forms"
        referrerPolicy="origin"
      />
    </div>
  );
}
