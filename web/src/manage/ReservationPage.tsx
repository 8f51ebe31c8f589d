/** A reservation as it stands, and what the guest may do with it (MANAGE-09 to MANAGE-19). */
import { useContext, useEffect, useRef } from "react";
import type { CancellationPeriod, FoundReservation } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { hotelNow } from "../booking/clock";
import { deviceTime, paperAddress } from "../booking/confirmation/addresses";
import { PayNow } from "../booking/confirmation/PayNow";
import { useComingBack } from "../booking/confirmation/use-coming-back";
import { GoContext } from "../booking/go";
import { useI18n } from "../i18n";
import { Button, Icon, Tag } from "../ui";
import { type Act, useCancel, useEdit } from "./act";
import { CameBack } from "./CameBack";
import { ErrorNotice } from "./ErrorNotice";
import { GuestPanel } from "./GuestPanel";
import { PaymentMethods } from "./PaymentMethods";
import { Periods } from "./Periods";
import { RoomsOfBooking } from "./RoomsOfBooking";
import { useReservation } from "./reservation";
import { StayCard } from "./StayCard";
import { StayExtras } from "./StayExtras";
import "../booking/confirmation/confirmation.css";

/** Guaranteed by a company: no card is shown (MANAGE-16). */
const BY_COMPANY = "LDB";

/** A browser's timers count no further than 24 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function ReservationPage() {
  const { found } = useReservation();
  return found && <Page found={found} />;
}

function Page({ found }: { found: FoundReservation }) {
  const { t, day, language } = useI18n();
  const { conversion } = useBooking();
  const { navigate } = useContext(GoContext);
  const { again, look } = useReservation();
  const cancel = useCancel();
  const edit = useEdit();
  /** One begins: what was said of the other is over. */
  const begin = (one: Act, other: Act) => () => {
    other.forget();
    return one.begin();
  };
  const { reservation_details: stay, conf_num } = found;
  const stands = stay.status === "HOLD";
  const waits = found.payment_link?.status === "PENDING";
  // a link is asked first: what was paid elsewhere is told as if it were paid here
  useComingBack(!waits, look);
  const title = useRef<HTMLHeadingElement>(null);
  // what can be done goes with the standing: the focus of its buttons goes on to the name of the screen
  useEffect(() => {
    if (!stands && document.activeElement === document.body) title.current?.focus();
  }, [stands]);
  useDeadline(stands ? stay.cancellation_periods : []);
  const letter = paperAddress(
    stay.letter_url,
    { device_time: deviceTime(new Date()), currency: conversion ?? stay.currency, language },
    window.location.origin,
  );
  const allowed = found.rooms.find((room) => room.conf_num === conf_num)?.cancellation_allowed ?? true;
  const cancelButton = stands && allowed && (
    <Button look="danger" busy={cancel.busy} onClick={() => void begin(cancel, edit)()}>
      {t("lbl_cancel_reservation")}
    </Button>
  );
  return (
    <section className="reservation" aria-labelledby="reservation-title">
      <div className="top">
        <div>
          <h1 className="serif title" id="reservation-title" tabIndex={-1} ref={title}>
            {t("lbl_your_reservation")}
          </h1>
          <p>
            <Standing stay={stay} unpaid={found.payment_link !== null} />
            <span>
              {t("lbl_confirmation_number")} <bdi dir="ltr">{conf_num}</bdi>
            </span>
            <span>{t("lbl_booked_on", { date: day(stay.booked_at.slice(0, 10), "dated") })}</span>
          </p>
        </div>
        <div className="papers">
          <a className="btn line" href={letter} target="_blank" rel="noopener noreferrer">
            <Icon name="mail" small />
            {t("lbl_confirmation_letter")}
          </a>
          {cancelButton && <span className="on-desk">{cancelButton}</span>}
        </div>
      </div>
      {(cancel.problem ?? edit.problem) && <ErrorNotice>{cancel.problem ?? edit.problem}</ErrorNotice>}
      {waits && found.payment_link && (
        <PayNow
          link={found.payment_link}
          address={found.public_link}
          currency={stay.currency}
          onEnd={() => void again()}
          onRead={again}
          onBack={look}
        />
      )}
      <div className="columns">
        <div className="column">
          <StayCard found={found} edit={{ ...edit, begin: begin(edit, cancel) }} />
          {stands && (
            <section className="card panel" aria-labelledby="cancel-title">
              <h2 className="serif" id="cancel-title">
                {t("lbl_if_you_cancel")}
              </h2>
              {allowed ? (
                <>
                  <Periods details={stay} />
                  {stay.mop === "COMPANY" && stay.company && (
                    <p className="small quiet">{t("lbl_paid_by_company", { company: stay.company.name })}</p>
                  )}
                  {found.stay_fixed === "PAYMENT" && (
                    <p className="small quiet">{t("lbl_free_until_paid")}</p>
                  )}
                  {stay.points_used > 0 && <p className="small quiet">{t("lbl_points_come_back")}</p>}
                  <p className="small quiet">{t("lbl_hotel_time")}</p>
                  <span className="on-phone">{cancelButton}</span>
                </>
              ) : (
                <p className="quiet">{t("lbl_cancel_too_late")}</p>
              )}
            </section>
          )}
          <CameBack stay={stay} />
        </div>
        <div className="column">
          <RoomsOfBooking found={found} />
          <GuestPanel stay={stay} onEdit={stands ? () => navigate("/guest-details") : null} />
          {stay.guaranteed_type !== BY_COMPANY && stay.mop !== "COMPANY" && (
            <PaymentMethods
              sources={stay.payment_sources}
              onChange={stands && stay.card_guarantee_type ? () => navigate("/add-payment") : null}
            />
          )}
        </div>
      </div>
      <StayExtras found={found} />
    </section>
  );
}

/** Reads the stay anew when what cancelling costs now is over: the page may have been open for long. */
function useDeadline(periods: readonly CancellationPeriod[]): void {
  const { again } = useReservation();
  const until = periods.find(({ current }) => current)?.until;
  // once each: a clock that is fast says so of the same one again
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (!until || asked.current === until) return;
    const left = Date.parse(until) - hotelNow();
    if (left > LONGEST_TIMER_MS) return;
    const timer = setTimeout(() => {
      asked.current = until;
      void again();
    }, left);
    return () => clearTimeout(timer);
  }, [until, again]);
}

/** Confirmed, waiting for its payment, or what became of it. */
function Standing({ stay, unpaid }: { stay: FoundReservation["reservation_details"]; unpaid: boolean }) {
  const { t } = useI18n();
  if (stay.status !== "HOLD") return <Tag>{stay.status}</Tag>;
  if (unpaid) return <Tag tone="warn">{t("lbl_status_unpaid")}</Tag>;
  return <Tag tone="good">{t("lbl_status_confirmed")}</Tag>;
}
