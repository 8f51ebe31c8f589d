import { useEffect, useRef } from "react";
import { api, type BatchAccess, type ConfirmedRoom } from "../../api";
import { useI18n } from "../../i18n";
import { part } from "../../shell/part";
import { useShell } from "../../shell/ShellContext";
import { Button, Icon, Notice, say } from "../../ui";
import { useBooking } from "../BookingProvider";
import { guestForForm, type StayBasket } from "../basket";
import { useGo } from "../go";
import { Act, NoDetails, useDetails } from "./Act";
import { contactAddress, deviceTime, mapAddress, paperAddress } from "./addresses";
import { CancelledRoom } from "./CancelledRoom";
import { Numbers } from "./Numbers";
import { PayNow } from "./PayNow";
import { RoomCard } from "./RoomCard";
import { stands, withLink } from "./stands";
import { useComingBack } from "./use-coming-back";

const AddToStay = part(() => import("../AddToStay"));

/** What was on the screen once, as it was then. */
const shown = new WeakSet<readonly ConfirmedRoom[]>();

/** It worked: the numbers, each room with what is paid and due, and what one may want next. */
export function Confirmed({ rooms: booked }: { rooms: readonly ConfirmedRoom[] }) {
  const { t, range } = useI18n();
  const { property: raw, names, facts, state, now, dispatch, startOver } = useBooking();
  const { popupUrl: callerUrl } = useShell();
  const go = useGo();
  const papers = usePapers();
  const turn = useRef(0);
  const property = names.property(raw);
  const rooms = booked.filter(stands);
  // those that hang on a link go with it; the others stand
  const over = booked.some((room) => room.payment_link?.status === "EXPIRED");
  const cancelled = booked.filter((room) => !stands(room) && room.payment_link?.status !== "EXPIRED");
  // one that the hotel has begun waits for nothing, though the link of another asks for it too
  const kept = rooms.filter((room) => room.status === "HOLD" && room.payment_link?.status === "PENDING");
  const [waiting] = kept;
  const owing = waiting !== undefined;
  const numbers = rooms.map((room) => room.confirmation_no);
  const [first] = rooms;
  const only = rooms.length === 1 ? first : undefined;
  const map = mapAddress(property);
  const contact = contactAddress(property, numbers);
  const managed = property.website_config.enable_search_reservation;
  // what the hotel has begun is changed and cancelled by nobody
  const awaited = rooms.some(({ status }) => status === "HOLD");
  const today = property.business_day.date;
  const toCome = rooms.find((room) => room.status === "HOLD" && room.check_out_date >= today);
  const done = facts.editing ? "lbl_stay_changed" : "lbl_confirmed";
  const left = first !== undefined;
  const title = t(owing ? "lbl_pay_link_title" : done, {
    count: rooms.length,
    name: first?.first_name ?? "",
  });
  useEffect(() => {
    if (left) say(title);
  }, [title, left]);
  // whoever comes back may have cancelled a room meanwhile
  // biome-ignore lint/correctness/useExhaustiveDependencies: on coming back only
  useEffect(() => {
    if (shown.has(booked)) void read();
  }, []);
  useEffect(() => {
    shown.add(booked);
  }, [booked]);
  // a link is asked first: what was paid elsewhere is told as if it were paid here
  useComingBack(!owing, read);

  /** What else is booked on the days of this stay goes by the right to this booking. */
  function basket(): StayBasket | null {
    if (!state.batch || !toCome) return null;
    const { check_in_date: from, check_out_date: to, first_name, last_name } = toCome;
    return {
      right: { batch_id: state.batch.batch_id, secret: state.batch.token },
      from,
      to,
      guest: guestForForm({ ...state.guest, first_name, last_name }),
    };
  }

  /** Begins to read; whether what comes is to be told: another stay may be looked for by then, or it is read anew. */
  function reading(batch: BatchAccess | null): () => boolean {
    turn.current += 1;
    const mine = turn.current;
    return () => turn.current === mine && now.current.batch?.batch_id === batch?.batch_id;
  }

  /** The booking as it is now, or as it was when nobody can tell. */
  async function read(): Promise<void> {
    const { batch } = state;
    const wanted = reading(batch);
    const rooms = await asNow(batch);
    if (rooms && wanted()) tell(rooms);
  }

  async function asNow(batch: BatchAccess | null): Promise<ConfirmedRoom[] | null> {
    if (!batch) return null;
    try {
      return (await api.batch(property.id, batch)).confirmation;
    } catch (error) {
      console.warn("the booking could not be read again", error);
      return null;
    }
  }

  // it was seen: who looks for another stay by now is not led back to it
  const tell = (rooms: ConfirmedRoom[]) =>
    dispatch({ type: "OUTCOME", outcome: { rooms, message: null, seen: true } });

  /** The payment by link has ended. What the hotel has begun meanwhile hangs on it no more, unless it was paid. */
  async function ended(status: string): Promise<void> {
    // what is paid is said at once
    const { batch } = state;
    const wanted = reading(batch);
    const withIt = (rooms: readonly ConfirmedRoom[]) => tell(rooms.map((room) => withLink(room, status)));
    if (status === "EXECUTED") withIt(booked);
    const rooms = (await asNow(batch)) ?? booked;
    if (wanted()) withIt(rooms);
  }

  function another(): void {
    // a new stay, the same query: the address keeps what the guest came with (CONF-03)
    startOver();
    go("search");
  }

  if (!first) return <NothingLeft over={over} cancelled={cancelled} onAgain={another} />;
  return (
    <section className="confirmation" aria-labelledby="confirmation-title">
      <div className="yes">
        <div>
          <div className="ring">
            <Icon name={owing ? "card" : "check"} />
          </div>
          <h1 className="serif" id="confirmation-title">
            {title}
          </h1>
          <p>
            {owing
              ? t("lbl_pay_link_say", { count: kept.length })
              : t("lbl_letter_plain", { count: rooms.length })}
          </p>
        </div>
        <Numbers numbers={numbers} />
      </div>
      {over && (
        <Notice tone="warn" role="alert">
          {t("lbl_pay_link_over_rest")}
        </Notice>
      )}
      {waiting?.payment_link && (
        <PayNow
          link={waiting.payment_link}
          address={waiting.public_link}
          currency={waiting.currency}
          onEnd={(status) => void ended(status)}
          onRead={read}
          onBack={read}
        />
      )}
      {rooms.map((room, index) => (
        <RoomCard key={room.id} room={room} number={index + 1} of={rooms.length} papers={papers(room)} />
      ))}
      {cancelled.map((room) => (
        <CancelledRoom key={room.id} room={room} />
      ))}
      <nav className="what-next" aria-label={t("lbl_what_next")}>
        {only && (
          <>
            <Act
              icon="calendar"
              href={papers(only).calendar}
              title={t("lbl_add_to_calendar")}
              text={range(only.check_in_date, only.check_out_date)}
              download
            />
            <Act
              icon="mail"
              href={papers(only).letter}
              title={t("lbl_confirmation_letter")}
              text={t("lbl_new_window")}
              newWindow
            />
          </>
        )}
        {map && (
          <Act icon="pin" href={map} title={t("lbl_way_there")} text={property.address ?? ""} newWindow />
        )}
        {managed && !facts.editing && <Details room={first} />}
        {contact && (
          <Act
            icon={managed || !awaited ? "phone" : "edit"}
            href={contact}
            title={t(managed || !awaited ? "lbl_reach_hotel" : "lbl_change_or_cancel")}
            text={t("lbl_call_or_write")}
          />
        )}
      </nav>
      {!owing && toCome && (raw.has_activities || raw.has_events) && (
        <nav className="what-next" aria-label={t("lbl_with_your_stay")}>
          <AddToStay basket={basket} />
        </nav>
      )}
      <p className="after">
        {facts.editing ? (
          <ViewReservation room={first} />
        ) : (
          <Button look="bare" onClick={another}>
            {t("lbl_book_another")}
          </Button>
        )}
        {callerUrl && (
          <a className="text-link" href={callerUrl}>
            {t("lbl_back_to_site")}
          </a>
        )}
      </p>
    </section>
  );
}

/** Every room was cancelled. `over`: nobody paid in time, or it was cancelled before; those rooms are told of together. */
function NothingLeft(props: { over: boolean; cancelled: readonly ConfirmedRoom[]; onAgain: () => void }) {
  const { over, cancelled, onAgain } = props;
  const { t } = useI18n();
  return (
    <section className="confirmation not-complete" aria-labelledby="confirmation-title">
      <div role="alert">
        <div className="ring">
          <Icon name={over ? "alert" : "close"} />
        </div>
        <h1 className="serif" id="confirmation-title">
          {over ? t("lbl_pay_link_over_title") : t("lbl_rooms_cancelled", { count: cancelled.length })}
        </h1>
        {over && <p className="sorry">{t("lbl_pay_link_over")}</p>}
      </div>
      {cancelled.map((room) => (
        <CancelledRoom key={room.id} room={room} />
      ))}
      <Button size="big" onClick={onAgain}>
        {t(over ? "lbl_pay_link_again" : "lbl_book_another")}
      </Button>
    </section>
  );
}

function Details({ room }: { room: ConfirmedRoom }) {
  const { t } = useI18n();
  const details = useDetails();
  return (
    <>
      <button type="button" aria-busy={details.busy} onClick={() => void details.open(room)}>
        <Icon name="edit" />
        <span>
          {t("lbl_view_reservation")}
          {room.status === "HOLD" && <small>{t("lbl_view_reservation_say")}</small>}
        </span>
      </button>
      <NoDetails problem={details.problem} />
    </>
  );
}

/** After a change in place of another booking; the change is over with it. */
function ViewReservation({ room }: { room: ConfirmedRoom }) {
  const { t } = useI18n();
  const { startOver } = useBooking();
  const details = useDetails();
  async function view() {
    if (await details.open(room)) startOver();
  }
  return (
    <>
      <NoDetails problem={details.problem} />
      <Button busy={details.busy ?? false} onClick={() => void view()}>
        {t("lbl_view_reservation")}
      </Button>
    </>
  );
}

/** Addresses of a room's letter and calendar file in the guest's language, for now. */
function usePapers(): (room: ConfirmedRoom) => { letter: string; calendar: string } {
  const { language } = useI18n();
  const { conversion } = useBooking();
  const { origin } = window.location;
  return ({ letter_url, calendar_url, currency }) => ({
    letter: paperAddress(
      letter_url,
      { device_time: deviceTime(new Date()), currency: conversion ?? currency, language },
      origin,
    ),
    calendar: paperAddress(calendar_url, { language }, origin),
  });
}
