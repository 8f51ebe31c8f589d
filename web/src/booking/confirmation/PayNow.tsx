/** Booked rooms are paid here, by their link, in a dialog or a window of its own (PAY-15 to PAY-19, CONF-07). */
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ConfirmedRoom } from "../../api";
import { CLOSE_MS, isFramed, PayDialog, usePayWindow } from "../../card/PayFrame";
import { type LabelKey, splitInstant, useI18n } from "../../i18n";
import { useOwnPage } from "../../shell/strangers";
import { Button, Notice } from "../../ui";
import { useBooking } from "../BookingProvider";
import { hotelNow } from "../clock";
import { onGuestsClock } from "../guests-clock";
import { AtWork } from "../payment/AtWork";
import { useIsHidden } from "./use-coming-back";
import { useLinkStatus } from "./use-link-status";

/** How long it is asked what came of a card that was sent or may have been (it is known within seconds), in milliseconds. */
export const LEFT_MS = 60_000;

type Link = NonNullable<ConfirmedRoom["payment_link"]>;

/** What is under way. */
type Phase =
  | "idle"
  /** In the dialog. */
  | "dialog"
  /** Another window pays meanwhile, and the dialog says so. */
  | "overtaken"
  /** The dialog or window was closed: a card may have been on its way. */
  | "left"
  /** In the other window, or in one that the guest has to open. */
  | "window"
  | "blocked"
  /** The guest has paid; what came of it is asked. */
  | "paid"
  /** Its time is over; what became of the booking is read. */
  | "over";

interface PayNowProps {
  link: Link;
  address: string | null;
  currency: string;
  /** The payment has ended: EXECUTED or EXPIRED. */
  onEnd: (status: string) => void;
  /** Reads the booking again, with the address that did not come before; never rejects. */
  onRead: () => Promise<unknown>;
  /** The guest is back from elsewhere, and it is not paid yet; never rejects. */
  onBack?: () => Promise<unknown>;
}

export function PayNow(props: PayNowProps) {
  return useOwnPage() ? null : <Paying {...props} />;
}

function Paying({ link, address, currency, onEnd, onRead, onBack }: PayNowProps) {
  const { t, money, time } = useI18n();
  const { property } = useBooking();
  const [reading, setReading] = useState(false);
  const [phase, setPhase] = useState<Phase>("idle");
  const [executed, setExecuted] = useState(false);
  // what is said where nobody could tell how it stands
  const [unheard, setUnheard] = useState<LabelKey | null>(null);
  const late = useIsPast(link.expires_at);
  const hidden = useIsHidden();
  const focus = useFocusInSight();
  const end = (status: string) => {
    focus.leaves();
    onEnd(status);
  };
  const popup = usePayWindow(address, property.vault_origin, () => setPhase("paid"));
  const framed = address !== null && isFramed(address, property.vault_origin);
  const inWindow = () => setPhase(popup.open() ? "window" : "blocked");
  const over = phase === "over";
  const open = !executed && !over;
  // its tab may hide this one, which closes it
  const elsewhere = ["window", "blocked", "overtaken", "paid"].includes(phase);
  const asking = open && !unheard && (elsewhere || ((late || phase === "left") && !hidden));
  useLinkStatus({
    requestId: link.request_id,
    asking,
    // the dialog says itself when it is paid
    watching: open && phase !== "dialog",
    onStatus: (status) => {
      if (status === "EXECUTED") setExecuted(true);
      else if (status === "PENDING") {
        if (phase === "window" && popup.isClosed()) setPhase("left");
      } else {
        popup.close();
        setPhase("over");
        end(status);
      }
    },
    onBack,
    onError: () => setUnheard("lbl_pay_link_unheard"),
  });
  const waits = open && !unheard && (phase === "left" || phase === "paid") ? phase : null;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(
      () => (waits === "left" ? setPhase("idle") : setUnheard("lbl_pay_link_unconfirmed")),
      LEFT_MS,
    );
    return () => clearTimeout(timer);
  }, [waits]);
  async function read(): Promise<void> {
    setReading(true);
    await onRead();
    setReading(false);
  }
  const own = onGuestsClock(link.expires_at);
  const said = [
    open && !late && t("lbl_pay_link_until", { time: time(splitInstant(link.expires_at).time) }),
    link.begun_stand && t("lbl_pay_link_begun"),
    link.others_stand && t("lbl_pay_link_rest"),
  ].filter(Boolean);
  // the overlay says it, then the window closes and the booking shows as paid
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!executed) return;
    const timer = setTimeout(() => {
      popup.close();
      end("EXECUTED");
    }, CLOSE_MS);
    return () => clearTimeout(timer);
  }, [executed]);

  return (
    <section className="card pad pay-now" aria-labelledby="pay-now-title" {...focus.panel}>
      <h2 id="pay-now-title" tabIndex={-1} ref={focus.heading}>
        {t(late ? "lbl_status_unpaid" : "lbl_pay_link_heading")}
      </h2>
      {open && late && <p role="status">{t("lbl_pay_link_closed")}</p>}
      {said.length > 0 && <p className="quiet">{said.join(" ")}</p>}
      {open && !late && own && (
        <p className="small quiet">{t("lbl_on_your_clock", { until: time(splitInstant(own).time) })}</p>
      )}
      {link.number_of_rooms > 1 && (
        <p>
          {t("lbl_pay_link_rooms", { rooms: t("lbl_rooms_count", { count: link.number_of_rooms }) })}{" "}
          {link.comes_back > 0 && t("lbl_pay_link_back", { amount: money(link.comes_back, currency) })}
        </p>
      )}
      {!late && (
        <div className="ways">
          <Button
            size="big"
            disabled={address === null}
            busy={over}
            onClick={() => (framed ? setPhase("dialog") : inWindow())}
          >
            {t("lbl_pay_link_now", { amount: money(link.amount, currency) })}
          </Button>
          {framed && (
            <Button look="line" size="big" busy={over} onClick={inWindow}>
              {t("lbl_pay_link_window")}
            </Button>
          )}
        </div>
      )}
      {/* what comes and goes stands below the buttons, which would move from under a finger */}
      {unheard && (
        <Notice tone="warn" role="alert">
          <p>{t(unheard)}</p>
          <Button look="line" onClick={() => setUnheard(null)}>
            {t("lbl_pay_link_check")}
          </Button>
        </Notice>
      )}
      {phase === "window" && !unheard && <p role="status">{t("lbl_pay_link_waiting")}</p>}
      {phase === "blocked" && address && !late && (
        <p role="alert">
          {t("lbl_pay_link_blocked")}{" "}
          <a className="text-link" href={address} target="_blank" rel="noopener opener">
            {t("lbl_pay_link_frame")}
          </a>
        </p>
      )}
      {address === null && !late && (
        <Notice tone="warn" role="alert">
          <p>{t("lbl_pay_link_not_ready")}</p>
          <Button look="line" busy={reading} onClick={() => void read()}>
            {t("lbl_retry")}
          </Button>
        </Notice>
      )}
      {(phase === "dialog" || phase === "overtaken") && address && (
        <PayDialog
          address={address}
          vaultOrigin={property.vault_origin}
          onEnd={(paid) => setPhase(paid ? "paid" : "left")}
          onElsewhere={() => setPhase("overtaken")}
        />
      )}
      {(executed || (phase === "paid" && !unheard)) && (
        <AtWork title={t("lbl_pay_link_progress")} text={t("lbl_pay_link_progress_text")} />
      )}
    </section>
  );
}

/**
 * Where what has the focus goes away by itself, the focus goes on: in the panel to its name, with the panel to the name of
 * the screen, which says what came of the payment.
 */
function useFocusInSight() {
  const heading = useRef<HTMLHeadingElement>(null);
  // what had the focus last, and has not lost it to anything else
  const held = useRef<Element | null>(null);
  const left = useRef(false);
  useLayoutEffect(() => {
    if (!held.current || held.current.isConnected) return;
    // a dialog gives it back itself
    if (document.activeElement === document.body) heading.current?.focus();
    held.current = document.activeElement;
  });
  useEffect(
    () => () => {
      const screen = (left.current || held.current) && document.querySelector<HTMLElement>("h1");
      if (!screen) return;
      screen.tabIndex = -1;
      screen.focus();
    },
    [],
  );
  return {
    heading,
    panel: {
      onFocus: (event: FocusEvent) => {
        held.current = event.target;
      },
      onBlur: () => {
        held.current = null;
      },
    },
    /** The payment has ended, and its place goes out of the page. */
    leaves: () => {
      left.current = true;
    },
  };
}

/** True from an instant on, by the hotel's clock. */
function useIsPast(instant: string): boolean {
  const [past, setPast] = useState(() => Date.parse(instant) <= hotelNow());
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), Math.max(0, Date.parse(instant) - hotelNow()));
    return () => clearTimeout(timer);
  }, [instant]);
  return past;
}
