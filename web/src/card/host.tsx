/**
 * The card frame's place in the page. The frame is another origin: the page never sees what is typed in it, it only
 * shows it in its own colours and language, asks it to submit, and changes its key for a token.
 */
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from "react";
import {
  type CardBooking,
  type CardFrame,
  type CardToken,
  cardFrame,
  cardStatus,
  cardToken,
  hasCode,
} from "../api";
import { useI18n } from "../i18n";
import { Button, Notice } from "../ui";
import { CardShape, firstHeight } from "./CardToCome";
import { CardProblem, type Exchange, FRAME_TIMEOUT_MS, startExchange } from "./exchange";
import { FRAME_SIZE, frameOrigin, type HostMessage, readFrameMessage } from "./messages";
import { frameLabels, frameScheme, frameTheme } from "./theme";
import { watchForm } from "./watch";
import "./card-host.css";

/** What the payment step may ask of the frame. */
export interface CardHandle {
  /** Puts the card into the vault; throws as an `Exchange` does. */
  submit: () => Promise<CardToken>;
}

export interface CardHostProps {
  ref: Ref<CardHandle>;
  property: { id: number; terms_url: string; privacy_url: string; vault_origin: string };
  /** What the card is for. */
  booking: CardBooking;
  /** The hotel's business day. */
  today: string;
  /** The most room that it takes in this flow, in CSS pixels (PAY-08, EVENT-44). Beyond it scrolls within. */
  size?: { width: number; height: number };
  /** Asks the card service where the form stands until it is done (CARD-03), beside what the frame tells. */
  watched?: boolean;
  /** Something was typed into the card: what was wrong before may be mended. */
  onTyped?: () => void;
  /** Stands where the guest asked for another form: goes on from the button that is gone with the one before. */
  anew?: boolean;
}

type Loaded =
  | { status: "loading" }
  | { status: "failed"; why: "lbl_card_not_loaded" | "lbl_wait_a_moment" }
  | { status: "shown"; frame: CardFrame; origin: string };

const NOT_LOADED: Loaded = { status: "failed", why: "lbl_card_not_loaded" };

export function CardHost(props: CardHostProps) {
  const { ref, property, booking, today, watched = false, size = FRAME_SIZE, onTyped, anew = false } = props;
  const { t, dir, locale, language } = useI18n();
  const [loaded, setLoaded] = useState<Loaded>({ status: "loading" });
  const [turn, setTurn] = useState(0);
  const [height, setHeight] = useState<number | null>(null);
  const host = useRef<HTMLDivElement>(null);
  const retry = useRef<HTMLButtonElement>(null);
  const iframe = useRef<HTMLIFrameElement>(null);
  const exchange = useRef<Exchange | null>(null);
  const typed = useRef(onTyped);
  typed.current = onTyped;
  const waits = useRef<((ready: boolean) => void) | null>(null);
  const of = useRef(booking);
  of.current = booking;
  // a new day at the hotel takes no card out of the form
  const day = useRef(today);
  day.current = today;
  const origin = loaded.status === "shown" ? loaded.origin : null;
  const ready = height !== null;
  const failed = loaded.status === "failed";
  const asked = anew || turn > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks for a new frame
  useEffect(() => {
    let left = false;
    setLoaded({ status: "loading" });
    setHeight(null);
    cardFrame(property.id, window.location.origin).then(
      (frame) => {
        if (left) return;
        const from = frameOrigin(frame.frame_url, frame.vault_origin, window.location.protocol);
        setLoaded(from ? { status: "shown", frame, origin: from } : NOT_LOADED);
      },
      (error: unknown) =>
        left ||
        setLoaded(hasCode(error, "TOO_MANY") ? { status: "failed", why: "lbl_wait_a_moment" } : NOT_LOADED),
    );
    return () => {
      left = true;
    };
  }, [property.id, turn]);

  const post = useCallback(
    (message: HostMessage) => {
      if (origin) iframe.current?.contentWindow?.postMessage(message, origin);
    },
    [origin],
  );

  const dress = useCallback(
    () =>
      post({
        id: "theme",
        css: frameTheme(),
        scheme: frameScheme(),
        dir,
        locale: language,
        labels: frameLabels(t),
      }),
    [post, dir, language, t],
  );

  useEffect(() => {
    if (loaded.status !== "shown") return;
    const { session_key } = loaded.frame;
    const current = startExchange({
      post,
      token: (key) => cardToken(property.id, of.current, key, session_key),
      today: () => day.current,
    });
    exchange.current = current;
    return () => {
      current.close();
      exchange.current = null;
    };
  }, [loaded, post, property.id]);

  useEffect(() => {
    if (loaded.status !== "shown" || !watched) return;
    const { form_id } = loaded.frame;
    return watchForm(
      (signal) => cardStatus(property.id, of.current, form_id, signal),
      (status) => exchange.current?.told(status),
    );
  }, [loaded, watched, property.id]);

  useEffect(() => {
    if (!origin) return;
    const hear = (event: MessageEvent) => {
      const message = readFrameMessage(event, origin, iframe.current?.contentWindow);
      if (!message) return;
      if (message.id === "ready") dress();
      if (message.id === "ready" || message.id === "resize") setHeight(message.height);
      else if (message.id === "terms" || message.id === "privacy")
        // the hotel's own pages, in a window that knows nothing of this one (PAY-23, PAY-24)
        window.open(property[`${message.id}_url`], "_blank", "noopener,noreferrer");
      else exchange.current?.hear(message);
      if (message.id === "state") typed.current?.();
    };
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, [origin, dress, property]);

  // the guest may turn the lamps on or change the language while the frame stands
  useEffect(() => {
    if (!ready) return;
    dress();
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", dress);
    return () => dark.removeEventListener("change", dress);
  }, [ready, dress]);

  useEffect(() => {
    if (!origin || ready) return;
    const timer = setTimeout(() => setLoaded(NOT_LOADED), FRAME_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [origin, ready]);

  // whoever asked for this form goes on in it or asks once more, unless they are elsewhere by now
  useEffect(() => {
    if (asked && document.activeElement === document.body)
      (failed ? retry : host).current?.focus({ preventScroll: true });
  }, [asked, failed]);
  useEffect(() => {
    if (ready && document.activeElement === host.current) iframe.current?.focus({ preventScroll: true });
  }, [ready]);

  // whoever ordered before the form stood waits for it
  useEffect(() => {
    if (!ready && !failed) return;
    waits.current?.(ready);
    waits.current = null;
  }, [ready, failed]);
  useEffect(() => () => waits.current?.(false), []);

  useImperativeHandle(ref, () => ({
    submit: async () => {
      if (failed) {
        setTurn(turn + 1);
        throw new CardProblem("BUSY");
      }
      if (waits.current) throw new CardProblem("BUSY");
      const stands =
        ready ||
        (await new Promise<boolean>((resolve) => {
          waits.current = resolve;
        }));
      if (!stands || !exchange.current) throw new CardProblem("SILENT");
      return exchange.current.submit();
    },
  }));

  if (loaded.status === "failed") {
    return (
      <Notice tone="warn" role="alert">
        <p>{t(loaded.why)}</p>
        <Button ref={retry} look="line" onClick={() => setTurn(turn + 1)}>
          {t("lbl_retry")}
        </Button>
      </Notice>
    );
  }
  const first = firstHeight(size.height);
  return (
    <div
      ref={host}
      tabIndex={-1}
      className="card-host"
      aria-busy={!ready}
      lang={locale}
      style={{ maxInlineSize: `${size.width}px`, minBlockSize: ready ? undefined : first }}
    >
      {!ready && (
        <div className="waiting" role="status">
          <span className="vh">{t("lbl_card_loading")}</span>
          <CardShape />
        </div>
      )}
      {loaded.status === "shown" && (
        <iframe
          ref={iframe}
          src={loaded.frame.frame_url}
          title={t("lbl_card_frame")}
          width={size.width}
          height={size.height}
          style={{
            blockSize: height === null ? first : `${Math.min(height, size.height)}px`,
            visibility: ready ? undefined : "hidden",
          }}
          sandbox="allow-scripts allow-same-origin allow-forms"
          referrerPolicy="origin"
        />
      )}
    </div>
  );
}
