/** Guest information: who is coming, and what they agree to (GUEST-01 to GUEST-31). */
import { useState } from "react";
import { addGuest, type Guest, hasCode, type SelectedRoom } from "../../api";
import { useI18n } from "../../i18n";
import { useFailureWords } from "../../shell/failure-words";
import { Checkbox, Notice } from "../../ui";
import { conditionsOf, isAgreed } from "../agreed";
import { useBooking } from "../BookingProvider";
import { useHere } from "../go";
import { useInSight } from "../in-sight";
import { inTurn } from "../in-turn";
import { LeftOutAt, PassedAddons } from "../LeftOut";
import { useIsOver } from "../over";
import { AtWork } from "../payment/AtWork";
import { guaranteeChoice, passPaysNow } from "../payment/guarantee";
import { NotThrough } from "../payment/NotThrough";
import { useOrderWords, usePaymentPlan, useReserve } from "../payment/use-order";
import { MemberLeft, PointsWithoutMember } from "../points/MemberAway";
import { Transport } from "../transport/Transport";
import { useTransport } from "../transport/use-transport";
import { useSeeBooked } from "../use-see-booked";
import { useStep } from "../wizard/step";
import { ContactForm } from "./ContactForm";
import { draftFrom, type GuestDraft, withCountry } from "./draft";
import { lockedFields, profileDraft } from "./from-profile";
import { AGREE_ID, Policies } from "./Policies";
import { defaultPhoneCountry } from "./phone";
import { RoomGuests } from "./RoomGuests";
import { useContact } from "./use-contact";
import { useRoomGuests } from "./use-room-guests";

const saveGuest = inTurn(addGuest);

export default function InformationStep() {
  const { t } = useI18n();
  const { property, user, state, now, dispatch } = useBooking();
  const transport = useTransport();
  const planned = usePaymentPlan();
  const reserve = useReserve();
  const here = useHere();
  const seeBooked = useSeeBooked();
  const isOver = useIsOver();
  const failureWords = useFailureWords();
  const [failure, setFailure] = useState<unknown>(null);
  const [memberLeft, setMemberLeft] = useState<"nobody" | "another" | null>(null);
  const [busy, setBusy] = useState(false);
  const [ordering, setOrdering] = useState(false);

  const own = user?.account_number ? profileDraft(user) : null;
  const contact = useContact({
    kept: draftFrom({ ...state.guest, ...state.guestDraft }),
    keep(change) {
      dispatch({ type: "GUEST_DRAFT", change });
      setFailure(null);
    },
    locked: (form) =>
      lockedFields(state.fromProfile && own ? own : {}, form, defaultPhoneCountry(property.country)),
    busy,
  });

  const others = useRoomGuests(contact);

  const told = useInSight(failure ?? memberLeft);

  // what is reserved without a payment step is ordered here, so the button says so (WIZ-28)
  const passes = planned.status === "ready" && planned.plan.kind === "PASS" ? planned.plan : null;
  const existing = state.profile?.existing_reservation ?? null;
  const paid = passes !== null && passPaysNow(passes.type, existing, state.selected[0]);
  const order = useOrderWords(paid);
  const agreed = isAgreed(state);

  /** The member's own details into the form, or out of it (GUEST-05, GUEST-06). */
  function fillIn(fromProfile: boolean): void {
    const details: Partial<GuestDraft> = { ...own };
    if (details.phone && contact.phones) {
      const reading = contact.phones.read(details.phone, contact.draft.phone_country);
      details.phone = reading.formatted;
      details.phone_country = reading.country;
    }
    const change: Partial<GuestDraft> = fromProfile
      ? details
      : Object.fromEntries(Object.keys(details).map((name) => [name, ""]));
    // without one it is the hotel's again
    const country = change.country === "" ? defaultPhoneCountry(property.country) : change.country;
    const { state: kept } = withCountry(contact.draft, country ?? contact.draft.country);
    dispatch({ type: "FROM_PROFILE", fromProfile, change: { state: kept, ...change } });
    contact.forgive();
  }

  /** Every room's guest to the server; false when one was refused and the screen says why. */
  async function save(guest: Guest): Promise<boolean | "rooms"> {
    const { batch, selected } = state;
    // who has gone back meanwhile may have come again, to a form that takes what they type
    const stands = () =>
      (["batch", "guestDraft", "rides", "agreedTo"] as const).every(
        (what) => now.current[what] === state[what],
      );
    if (!batch || selected.length === 0) return "rooms";
    const send = async (rooms: readonly SelectedRoom[], data: Guest) => {
      const sessions = rooms.map((room) => room.session_id);
      return (await saveGuest(property.id, batch, sessions, data, user?.user_id ?? null)).guest_data;
    };
    let asking: SelectedRoom | null = null;
    try {
      // all rooms first: whatever one of them had is forgotten by it
      const first = await send(selected, guest);
      const saved_guests: Record<number, Guest> = {};
      for (const { room, guest: own } of others.given(guest)) {
        // what was corrected meanwhile is saved for every room
        if (!stands()) return false;
        asking = room;
        saved_guests[room.room_no] = await send([room], own);
      }
      if (!stands()) return false;
      // signed out elsewhere, or somebody else in: each said once, before it is booked as theirs; a change leaves the
      // membership of its stay alone
      const theirs = first.loyalty_guest_number === user?.account_number;
      const to = first.loyalty_guest_number ? "another" : "nobody";
      if (own && !existing && !theirs && memberLeft !== to) {
        setMemberLeft(to);
        return false;
      }
      dispatch({ type: "GUEST_DRAFT", change: { saved_guests } });
      dispatch({ type: "GUEST", guest: first });
      return true;
    } catch (error) {
      // what was typed is kept
      if (isOver(error)) return false;
      if (hasCode(error, "ALREADY_COMMITTED") && (await seeBooked(batch))) return false;
      if (!(asking ? others.refuse(asking, error) : contact.refuse(error))) setFailure(error);
      return false;
    }
  }

  async function next() {
    setFailure(null);
    const othersWrong = others.check();
    setBusy(true);
    try {
      const checked = await contact.check();
      if (!checked) return false;
      if (checked.problems + othersWrong + transport.missing.length > 0 || !agreed) {
        contact.lead();
        return false;
      }
      const saved = await save(checked.guest);
      if (saved !== true || !passes) return saved;
      // who has left the screen of the order meanwhile has not ordered
      if (!here()) return false;
      setOrdering(true);
      return await reserve(passes.type && guaranteeChoice(passes.type, null));
    } finally {
      setBusy(false);
      setOrdering(false);
    }
  }

  useStep({
    next,
    busy,
    // whether Next orders depends on it
    loading: contact.waiting || planned.status === "loading",
    missing: contact.wrong.length > 0 || others.lines.length > 0 || transport.missing.length > 0 || !agreed,
    nextLabel: passes ? order.label : t("lbl_continue_to_payment"),
    nextAside: passes ? order.aside : undefined,
  });

  const lines = contact.tried ? [...contact.lines, ...others.lines, ...transport.lines] : [];
  // what was agreed to is other since, and that is said before Next is pressed
  const again = state.agreedTo !== null;
  const agreeError =
    agreed || !(again || contact.tried) ? undefined : t(again ? "lbl_agree_again" : "lbl_agree_first");
  if (agreeError) lines.push({ target: AGREE_ID, field: agreeError, problem: "" });

  return (
    <section className="information" aria-labelledby="guest-title">
      <div className="intro">
        <h1 className="serif title" id="guest-title">
          {t("lbl_guest_title")}
        </h1>
        <p>{t("lbl_guest_intro")}</p>
      </div>
      <NotThrough />
      <LeftOutAt step="information" rooms={state.selected} />
      <PassedAddons />
      <PointsWithoutMember />
      <ContactForm
        contact={contact}
        lines={lines}
        before={
          own && (
            <Checkbox checked={state.fromProfile} readOnly={busy} onChange={fillIn}>
              {t("lbl_fill_from_profile")}
            </Checkbox>
          )
        }
      >
        {contact.form && others.rooms.length > 0 && <RoomGuests form={others} busy={busy} />}
        {contact.form && transport.offered && (
          <Transport
            shown={transport.shown}
            onShow={transport.setShown}
            missing={contact.tried ? transport.missing : []}
            busy={busy}
          />
        )}
        {/* how long the form is, its country's rules tell: nothing stands below that it would push away */}
        {contact.form && (
          <Policies
            rooms={state.selected}
            planned={planned}
            asked={passes !== null && !paid}
            agreed={agreed}
            busy={busy}
            onAgree={(on) => dispatch({ type: "AGREED", to: on ? conditionsOf(state.selected) : null })}
            error={agreeError}
          />
        )}
      </ContactForm>
      {contact.wrong.length + others.lines.length > 0 && contact.tried && (
        <p className="fill-all">{t("lbl_fill_required_fields")}</p>
      )}
      {(failure !== null || memberLeft) && (
        <div ref={told} className="failure">
          {failure !== null ? (
            <Notice tone="bad" role="alert">
              {failureWords(failure, "lbl_guest_not_saved")}
            </Notice>
          ) : (
            memberLeft && <MemberLeft to={memberLeft} />
          )}
        </div>
      )}
      {ordering && <AtWork title={t("lbl_reserving")} text={t("lbl_reserving_text")} />}
    </section>
  );
}
