import { useEffect, useId, useMemo, useRef, useState } from "react";
import { type LabelKey, useI18n } from "../../i18n";
import { Button, Notice, TabsOrList } from "../../ui";
import { useBooking } from "../BookingProvider";
import { ChangeOver } from "../editing/ChangeOver";
import { ReservationInfo } from "../editing/ReservationInfo";
import { useOpenReservation } from "../editing/use-open-reservation";
import { roomsComplete } from "../flow";
import { useInSight } from "../in-sight";
import { BookWithPoints } from "../points/BookWithPoints";
import { LogInAgain } from "../points/MemberAway";
import type { SearchRoom } from "../search-data";
import type { BookingState } from "../state";
import { useStayWords } from "../stay-words";
import { usePhone } from "../wide";
import { useStep } from "../wizard/step";
import { BookingTroubles, StillHeld } from "./BookingTroubles";
import { DealTag } from "./DealTag";
import { NothingFound } from "./NothingFound";
import { forMoney } from "./offers";
import { PackageBanner, usePackages } from "./PackageBanner";
import { RoomList } from "./RoomList";
import { RoomsSkeleton } from "./RoomsSkeleton";
import { StayBar } from "./StayBar";
import { forgetAvailability, useAvailability } from "./useAvailability";
import { type BookingTrouble, troubles, useBookRoom } from "./useBookRoom";
import { useRooming } from "./useRooming";
import { type Taking, type TogetherTrouble, useTakeTogether } from "./useTakeTogether";
import { layoutOf } from "./view";
import "./rooms.css";

/** So much longer than the rooms themselves may take what stands above their list. */
const PATIENCE_MS = 1_000;

/** Why rooms were not taken together. */
const NOT_TAKEN: Record<TogetherTrouble, LabelKey> = {
  changed: "lbl_together_changed",
  gone: "lbl_together_gone",
  points: "lbl_points_gone",
  away: "lbl_member_away",
  unanswered: "lbl_no_answer",
};

/** Choosing rooms: one slot of the search after the other (ROOMS-01 to ROOMS-03). */
export default function RoomsStep() {
  const { t } = useI18n();
  const { state, now, facts } = useBooking();
  const rooms = state.search?.rooms ?? [];
  const slots = facts.multiRoom ? rooms.slice(0, 1) : rooms;
  const slot = Math.min(state.roomIndex, slots.length - 1);
  const room = slots[slot];
  const panel = useId();
  const title = useId();
  const phone = usePhone();
  const troubleOf = troubles.useTold();
  useEffect(
    () => () => {
      // it was seen; what ran out is told until it is chosen again
      for (const of of now.current.search?.rooms ?? [])
        if (!isRanOut(troubles.of(of))) troubles.tell(of, null);
    },
    [now],
  );
  // of all rooms: it goes on while the guest looks at another one
  const taking = useTakeTogether();
  const section = useRef<HTMLElement>(null);
  const pressed = useRef(false);
  // what was pressed is gone with its list: the next one has the focus, not the top of the page
  const keepFocus = () => {
    if (pressed.current && document.activeElement === document.body)
      section.current?.focus({ preventScroll: true });
  };
  const existing = state.profile?.existing_reservation;
  useStep({ busy: state.inProgress !== null, missing: !roomsComplete(facts) });
  if (!room) return null;
  return (
    <>
      {existing && <ReservationInfo stay={existing} />}
      {isLetGo(state) && !roomsComplete(facts) && (
        <Notice tone="warn" role="alert" className="trouble">
          {t("lbl_room_let_go")}
        </Notice>
      )}
      {slots.length > 1 && <RoomTabs slots={slots} slot={slot} panel={panel} />}
      {slots.map((other, index) => {
        const trouble = index === slot ? null : troubleOf(other);
        return trouble && <ElsewhereTrouble key={index} slot={index} trouble={trouble} />;
      })}
      <section
        ref={section}
        id={panel}
        className="slot"
        // a phone chooses them from a list
        role={slots.length > 1 && !phone ? "tabpanel" : undefined}
        aria-label={slots.length > 1 ? t("lbl_room_number", { number: slot + 1 }) : undefined}
        aria-labelledby={slots.length > 1 ? undefined : title}
        tabIndex={-1}
        onFocus={() => {
          pressed.current = true;
        }}
        onBlur={() => {
          pressed.current = false;
        }}
      >
        <Slot
          key={slot}
          title={title}
          slot={slot}
          room={room}
          only={slots.length > 1 ? slot + 1 : null}
          trouble={troubleOf(room)}
          taking={taking}
          onDrawn={keepFocus}
        />
      </section>
      {existing && <LeaveEditing />}
    </>
  );
}

/** Rooms of this search were given back in another tab, and none was chosen since. */
const isLetGo = ({ ranOut, search }: BookingState) =>
  ranOut !== null && ranOut !== "booking" && "of" in ranOut && ranOut.of === search;

const isRanOut = (trouble: BookingTrouble | null) =>
  trouble?.kind === "failed" && trouble.because === "lbl_rooms_ran_out";

/** Of a room that the guest has turned away from while it was being taken. */
function ElsewhereTrouble({ slot, trouble }: { slot: number; trouble: BookingTrouble }) {
  const { t } = useI18n();
  const { dispatch } = useBooking();
  const name = t("lbl_room_number", { number: slot + 1 });
  return (
    <Notice tone="bad" role="alert" className="trouble">
      <p>
        <b>{name}</b> {t("because" in trouble ? trouble.because : "lbl_room_not_booked")}
      </p>
      <Button look="line" onClick={() => dispatch({ type: "ROOM_INDEX", index: slot })}>
        {name}
      </Button>
    </Notice>
  );
}

/** Cancel, which leaves the stay as it is (WIZ-07). */
function LeaveEditing() {
  const { t } = useI18n();
  const { open, busy, problem } = useOpenReservation();
  return (
    <>
      {problem && (
        <Notice tone="warn" role="alert">
          {problem}
        </Notice>
      )}
      <div className="foot editing-foot">
        <Button look="line" busy={busy} onClick={() => void open()}>
          {t("lbl_cancel")}
        </Button>
      </div>
    </>
  );
}

/** The searched rooms with their guests, and which are chosen already. */
function RoomTabs({ slots, slot, panel }: { slots: SearchRoom[]; slot: number; panel: string }) {
  const { t, range } = useI18n();
  const { state, dispatch } = useBooking();
  const words = useStayWords();
  const phone = usePhone();
  // nights of their own stand nowhere else on a phone
  const differ = slots.some(
    ({ checkIn, checkOut }) => checkIn !== slots[0]?.checkIn || checkOut !== slots[0].checkOut,
  );
  const go = (index: number) => dispatch({ type: "ROOM_INDEX", index });
  const label = (room: SearchRoom, index: number) => {
    const chosen = state.selected.some((entry) => entry.room_no === index + 1);
    const name = t("lbl_room_number", { number: index + 1 });
    const nights = differ ? `${range(room.checkIn, room.checkOut, "short")} · ` : "";
    return `${chosen ? "✓ " : ""}${name} · ${nights}${words.guests(room.persons)}`;
  };
  return (
    <TabsOrList
      label={t("lbl_which_room")}
      labels={slots.map(label)}
      value={slot}
      onChange={go}
      list={phone}
      controls={panel}
    />
  );
}

function Slot(props: {
  /** Id for its heading, or for what stands in its place. */
  title: string;
  slot: number;
  room: SearchRoom;
  only: number | null;
  trouble: BookingTrouble | null;
  taking: Taking;
  onDrawn: () => void;
}) {
  const { title, slot, room, only, trouble, taking, onDrawn } = props;
  useEffect(onDrawn);
  const booking = useBooking();
  const { property, facts } = booking;
  const { t } = useI18n();
  const availability = useAvailability(room, slot);
  const actions = useBookRoom(slot, room);
  const told = useInSight(trouble?.kind === "failed" && trouble);
  const toldTogether = useInSight(taking.trouble);
  const { data: sent } = availability;
  // what is booked with points is no offer to anybody else, and what can be had instead is in the answer
  const data = useMemo(
    () => sent && (facts.bookWithPoints ? sent : forMoney(sent)),
    [sent, facts.bookWithPoints],
  );
  const { rooming, pending: roomingComes } = useRooming(data);
  const { packages, pending: packagesCome } = usePackages(room);
  // what stands above the list would push it away from under a finger: it is waited for, but not for long
  const [listed, setListed] = useState<{ of: SearchRoom; late: boolean } | null>(null);
  const found = data !== undefined && data.rate_details.length > 0;
  const stands = listed?.of === room;
  const waits = found && !stands && (roomingComes || packagesCome);
  if (found && !waits && !stands) setListed({ of: room, late: false });
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setListed({ of: room, late: true }), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [waits, room]);
  const bar = (
    <>
      <StayBar title={title} slot={slot} room={room} only={only} />
      <BookWithPoints />
    </>
  );
  const dialogs = (
    <BookingTroubles
      trouble={trouble}
      slot={slot}
      onClose={() => troubles.tell(room, null)}
      onTake={({ room, stay, unit }, rate) => void actions.book(room, rate, stay, unit)}
      onAnyUnit={({ room, rate, stay }) => void actions.book(room, rate, stay, null)}
    />
  );

  const notTaken = taking.trouble && (
    <Notice ref={toldTogether} tone="bad" role="alert" className="trouble">
      <p>{t(NOT_TAKEN[taking.trouble])}</p>
      {taking.trouble === "away" && <LogInAgain />}
    </Notice>
  );

  const failed = trouble?.kind === "failed" && (
    <Notice ref={told} tone="bad" role="alert" className="trouble">
      <p>{t(trouble.because)}</p>
      {trouble.because === "lbl_member_away" && <LogInAgain />}
      {!trouble.removing && <StillHeld slot={slot} trouble={trouble} />}
    </Notice>
  );

  // nothing that stands here can be booked any more
  if (trouble?.kind === "ended") return <ChangeOver id={title} className="trouble" words={trouble.because} />;
  // without a connection nothing is on its way; once it is back they come by themselves
  if ((availability.isPending && !availability.isPaused) || waits) {
    return (
      <>
        {bar}
        <RoomsSkeleton
          layout={layoutOf(property.website_config.rate_display_type)}
          together={roomingComes || rooming !== null}
        />
      </>
    );
  }
  if (!data) {
    return (
      <>
        {bar}
        {failed}
        <Notice tone="warn" role="alert">
          <p>{t("lbl_rooms_not_loaded")}</p>
          <Button look="line" busy={availability.isFetching} onClick={() => void availability.refetch()}>
            {t("lbl_retry")}
          </Button>
        </Notice>
      </>
    );
  }
  if (data.rate_details.length === 0) {
    return (
      <>
        <BookWithPoints />
        <DealTag answer={data} />
        {notTaken}
        {failed}
        <NothingFound
          title={title}
          answer={data}
          room={room}
          slot={slot}
          only={only}
          rooming={rooming}
          taking={taking}
          onTake={(offer, rate, stay) => actions.book(offer, rate, stay)}
        />
        {dialogs}
      </>
    );
  }
  return (
    <>
      {bar}
      <DealTag answer={data} />
      {notTaken}
      {failed}
      <PackageBanner answer={data} packages={packages} />
      <RoomList
        answer={data}
        stay={room}
        slot={slot}
        rooming={rooming}
        late={listed?.late ?? false}
        taking={taking}
        onBook={(offer, rate, unit) => void actions.book(offer, rate, room, unit)}
        onRemove={() => void actions.remove().then(() => forgetAvailability(property))}
      />
      {dialogs}
    </>
  );
}
