/** The guest's details, written anew with the rules of the booking form; the country stays (MANAGE-25 to MANAGE-29). */
import { useContext, useEffect, useRef, useState } from "react";
import {
  type BookedRoom,
  type FoundExtra,
  type FoundReservation,
  findReservation,
  type GuestChange,
  hasCode,
  updateGuest,
} from "../api";
import { useBooking } from "../booking/BookingProvider";
import { GoContext, useHere } from "../booking/go";
import { inTurn } from "../booking/in-turn";
import { ContactForm } from "../booking/information/ContactForm";
import { draftFrom, type GuestDraft } from "../booking/information/draft";
import { fitted, type GuestField } from "../booking/information/fields";
import { defaultPhoneCountry } from "../booking/information/phone";
import { useContact } from "../booking/information/use-contact";
import { readPhone } from "../booking/information/use-phone";
import { isUnclear } from "../booking/payment/refusal";
import { type LabelKey, useI18n } from "../i18n";
import { useFailureWords } from "../shell/failure-words";
import { Button, Icon } from "../ui";
import { AlsoRoomsChoice, useAlsoRooms, useRoomWords } from "./AlsoRooms";
import { useReadAgain } from "./act";
import { RESULT } from "./closed";
import { ErrorNotice } from "./ErrorNotice";
import { useReservation } from "./reservation";
import { forgetTyped, keepTyped, recallTyped } from "./typed-details";

/** Answers why nothing was saved. */
const saving = inTurn((save: () => Promise<LabelKey | null>) => save());
/** What this tab has saved last, also by a form that was left before that was done. */
let savedHere: TypedGuest | null = null;

const NOTHING: ReadonlySet<GuestField> = new Set();
const guestOf = ({ primary_guest: { first_name, last_name } }: BookedRoom) => (
  <bdi>
    {first_name} {last_name}
  </bdi>
);
const COUNTRY: ReadonlySet<GuestField> = new Set(["country"]);

/** Why nothing was saved: what this page found itself, or what the server says. */
type Failure = { label?: LabelKey; error?: unknown };

type TypedGuest = Omit<GuestChange, "conf_nums" | "language_code">;
const FIELDS = [
  ...(["first_name", "last_name", "email", "phone"] as const),
  ...(["street", "street_2", "city", "state", "zip_code", "country"] as const),
];

/** Who is named for the stay and for these rooms of its booking, to be compared. */
const guestsOf = ({ reservation_details: own, rooms }: FoundReservation, numbers: readonly string[]) =>
  JSON.stringify([
    own.primary_guest,
    rooms.filter(({ conf_num }) => numbers.includes(conf_num)).map(({ primary_guest }) => primary_guest),
  ]);

/** Whether these details stand for the stay, and for these rooms of its booking. */
function areSaved(now: FoundReservation | FoundExtra, rooms: readonly string[], guest: TypedGuest): boolean {
  if ("extra" in now) return false;
  // an address is kept as mail servers know it, in small letters behind the @
  const details = (of: Partial<TypedGuest>) =>
    FIELDS.map(
      (field) =>
        (field === "email" ? of.email?.replace(/[^@]*$/, (domain) => domain.toLowerCase()) : of[field]) ?? "",
    )
      .map((text) => text.trim())
      .join("\n");
  const own = now.reservation_details.primary_guest;
  const guests = rooms.map((number) => now.rooms.find(({ conf_num }) => conf_num === number)?.primary_guest);
  return [own, ...guests].every((of) => of && details(of) === details(guest));
}

export function GuestDetails() {
  const { t, language } = useI18n();
  const { property } = useBooking();
  const { navigate } = useContext(GoContext);
  const here = useHere();
  const { found, again, look, wasDone, leave, tell } = useReservation();
  const readAgain = useReadAgain("/guest-details");
  const failureWords = useFailureWords();
  const kept = found?.reservation_details.primary_guest;
  const number = found?.conf_num ?? "";
  const [before] = useState(() => kept && recallTyped(property.id, number, kept));
  const [draft, setDraft] = useState<GuestDraft>(() => {
    if (before) return draftFrom(before.draft);
    const typed = draftFrom(kept);
    return { ...typed, phone_country: defaultPhoneCountry(typed.country || property.country) };
  });
  const also = useAlsoRooms(
    found,
    ({ primary_guest: guest }) => guest.country === kept?.country,
    ({ primary_guest: guest }) => JSON.stringify(guest) === JSON.stringify(kept),
    new Map(before?.said),
  );
  const { said } = also;
  useEffect(() => {
    if (kept) keepTyped(property.id, number, kept, { draft, said: [...said] });
  }, [property.id, number, kept, draft, said]);
  // whoever has to look it up again finds what they have typed
  const ended = useRef(false);
  useEffect(
    () => () => {
      if (!ended.current) forgetTyped(property.id);
    },
    [property.id],
  );
  const words = useRoomWords(found);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const contact = useContact({
    kept: draft,
    keep(change) {
      setDraft((before) => ({ ...before, ...change }));
      setFailure(null);
    },
    // what is not kept for one stay alone is not asked for here
    fit: (plan) => fitted(plan, ["middle_name", "remarks"]),
    // a guest who told no country is not held to the hotel's
    locked: () => (kept?.country ? COUNTRY : NOTHING),
    busy,
  });

  // what is read anew, saved by this form before it was left or elsewhere, stands where nothing else was typed
  const [begunWith, beginWith] = useState(kept);
  if (kept && begunWith && JSON.stringify(kept) !== JSON.stringify(begunWith)) {
    const [fresh, old] = [draftFrom(kept), draftFrom(begunWith)];
    const { stored: phone } = readPhone(contact.phones, draft.phone, draft.phone_country);
    const typed = { ...draft, phone: phone ?? draft.phone };
    const left = FIELDS.filter((field) => typed[field].trim() === old[field].trim());
    beginWith(kept);
    setDraft({ ...draft, ...Object.fromEntries(left.map((field) => [field, fresh[field]])) });
  }

  const failed = ({ label, error }: Failure) =>
    label ? t(label) : (words.refused(error) ?? failureWords(error));

  /** Where the guest is by now. */
  function refuse(why: Failure) {
    if (here()) setFailure(why);
    else tell({ text: failed(why), at: RESULT, of: number, refusal: true });
  }

  async function save() {
    setFailure(null);
    setBusy(true);
    const checked = await contact.check();
    if (!checked || checked.problems > 0 || !found) return setBusy(false);
    try {
      const { first_name, last_name, email, phone, street, street_2, city, state, zip_code, country } =
        checked.guest;
      const guest = { first_name, last_name, email, phone, street, street_2, city, state, zip_code, country };
      const { numbers } = also;
      const unsaved = await saving(async () => {
        // all of it is written: what was changed elsewhere since it was shown would be taken back without a word
        const now = await findReservation({ request_id: found.request_token }, language);
        if (!("extra" in now) && guestsOf(now, numbers) !== guestsOf(found, numbers)) {
          const own = savedHere !== null && areSaved(now, numbers, savedHere);
          return own ? "lbl_details_saved_before" : "lbl_details_changed";
        }
        const body = { ...guest, conf_nums: numbers, language_code: language };
        await updateGuest(found.request_token, body).catch(async (error) => {
          // they may have been saved though the answer did not come through
          const stand = (now: Parameters<typeof areSaved>[0]) => areSaved(now, numbers, guest);
          if (!isUnclear(error) || !(await wasDone(found.request_token, stand))) throw error;
        });
        savedHere = guest;
        return null;
      });
      if (unsaved) {
        await look();
        refuse({ label: unsaved });
        return setBusy(false);
      }
      await again();
      tell({ text: words.saved(also.numbers), at: RESULT, of: number, done: true });
      if (here()) navigate(RESULT);
    } catch (error) {
      if (hasCode(error, "LOOK_UP_EXPIRED")) {
        ended.current = true;
        return void leave(t("lbl_look_up_expired"), number);
      }
      if (hasCode(error, "NOT_CHANGEABLE")) await readAgain(failed({ error }));
      setBusy(false);
      if (!here() || !contact.refuse(error)) refuse({ error });
      if (!here() && isUnclear(error)) await again();
    }
  }

  return (
    <section className="narrow information" aria-labelledby="details-title">
      <Button look="bare" className="back" onClick={() => navigate(RESULT)}>
        <Icon name="back" small />
        {t("lbl_go_back_to_reservation")}
      </Button>
      <h1 className="serif title" id="details-title">
        {t("lbl_modify_guest")}
      </h1>
      {failure && <ErrorNotice>{failed(failure)}</ErrorNotice>}
      {found && (
        <AlsoRoomsChoice found={found} also={also} ask="lbl_also_rooms_guest" known={guestOf} busy={busy} />
      )}
      <ContactForm contact={contact} onSubmit={() => void save()}>
        <div className="actions">
          <Button type="submit" size="big" busy={busy || contact.waiting}>
            {t("lbl_save")}
          </Button>
        </div>
      </ContactForm>
    </section>
  );
}
