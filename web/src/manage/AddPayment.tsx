import { useContext, useRef, useState } from "react";
import {
  ApiProblem,
  addGuarantee,
  type BookedRoom,
  type FoundExtra,
  type FoundReservation,
  type GuaranteeDetails,
  hasCode,
} from "../api";
import { useBooking } from "../booking/BookingProvider";
import { GoContext, useHere } from "../booking/go";
import { CardNotice } from "../booking/payment/CardNotice";
import { guaranteeDetails, lastFour } from "../booking/payment/guarantee";
import { isUnclear } from "../booking/payment/refusal";
import { CardProblem } from "../card/exchange";
import { type CardHandle, CardHost } from "../card/host";
import { useI18n } from "../i18n";
import { useProblemWords } from "../shell/problem-words";
import { useOwnPage } from "../shell/strangers";
import { Button, Icon, Notice, say } from "../ui";
import { AlsoRoomsChoice, useAlsoRooms, useRoomWords } from "./AlsoRooms";
import { useReadAgain } from "./act";
import { RESULT } from "./closed";
import { InView } from "./InView";
import { useReservation } from "./reservation";

/** The cards that are taken (CARD-02). */
const CARDS = ["American Express", "Visa", "Diners Club", "JCB", "Discover", "Mastercard"];

type Sources = BookedRoom["payment_sources"];

const heldBy = (sources: Sources, card: Omit<GuaranteeDetails, "payment_type_id">) =>
  sources.some(
    ({ primary, custom_field_1, custom_field_4 }) =>
      primary && custom_field_1 === card.custom_field_1 && custom_field_4 === card.custom_field_4,
  );

/** Whether this card holds the reservation, or these rooms, by now. */
function holds(
  now: FoundReservation | FoundExtra,
  rooms: readonly string[],
  card: Omit<GuaranteeDetails, "payment_type_id">,
): boolean {
  if ("extra" in now) return false;
  if (rooms.length === 0) return heldBy(now.reservation_details.payment_sources, card);
  return now.rooms.every((room) => !rooms.includes(room.conf_num) || heldBy(room.payment_sources, card));
}

const same = (one: Sources, other: Sources) =>
  one[0]?.custom_field_1 === other[0]?.custom_field_1 && one[0]?.custom_field_4 === other[0]?.custom_field_4;

/** Another card for a reservation (CARD-01 to CARD-09). */
export function AddPayment() {
  const { t, anyOf } = useI18n();
  const { property } = useBooking();
  const { navigate } = useContext(GoContext);
  const here = useHere();
  const { found, again, wasDone, tell, leave } = useReservation();
  const readAgain = useReadAgain("/add-payment");
  const problemWords = useProblemWords();
  const card = useRef<CardHandle>(null);
  const [frame, setFrame] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<CardProblem | null>(null);
  const [unsaved, setUnsaved] = useState<unknown>(null);
  const type = found?.reservation_details.card_guarantee_type;
  // what one card held another holds: the old one may be gone
  const also = useAlsoRooms(
    found,
    (room) => room.card_guarantee_type !== null,
    (room) => same(room.payment_sources, found?.reservation_details.payment_sources ?? []),
  );
  const words = useRoomWords(found);
  const cardOf = ({ payment_sources: [card] }: BookedRoom) =>
    card
      ? `${card.custom_field_2} ${t("lbl_card_ending", { digits: lastFour(card.custom_field_1) ?? "" })}`
      : null;

  const anewPage = useOwnPage();

  function said(error: unknown): string {
    const unanswered = error instanceof ApiProblem && error.status === 0;
    return words.refused(error) ?? t(unanswered ? "lbl_no_answer" : "lbl_card_not_saved");
  }

  async function save() {
    if (!found || !type) return;
    setBusy(true);
    setProblem(null);
    setUnsaved(null);
    say(t("lbl_checking_card"));
    try {
      if (!card.current) throw new CardProblem("SILENT");
      // without the holder (CARD-08)
      const { payment_type_id, custom_field_3, ...details } = guaranteeDetails(
        { id: type },
        await card.current.submit(),
      );
      const body = { ...details, payment_type_code: type, conf_nums: also.numbers };
      await addGuarantee(found.request_token, body).catch(async (error) => {
        // the card may have come through though the answer did not
        const held = (now: Parameters<typeof holds>[0]) => holds(now, also.numbers, details);
        if (!isUnclear(error) || !(await wasDone(found.request_token, held))) throw error;
      });
      await again();
      tell({ text: words.saved(also.numbers), at: RESULT, of: found.conf_num, done: true });
      if (here()) navigate(RESULT);
    } catch (error) {
      // nothing is checked any more: what became of it speaks for itself
      say("");
      // that the card could not be kept raises no popup (CARD-09); the guest is told where they look
      if (error instanceof CardProblem && here()) setProblem(error);
      else if (hasCode(error, "LOOK_UP_EXPIRED")) leave(t("lbl_look_up_expired"), found.conf_num);
      else {
        if (hasCode(error, "NOT_CHANGEABLE"))
          await readAgain(words.refused(error) ?? (problemWords(error) || t("lbl_card_not_saved")));
        if (here()) setUnsaved(error);
        else {
          tell({ text: said(error), at: RESULT, of: found.conf_num, refusal: true });
          if (isUnclear(error)) await again();
        }
      }
      setBusy(false);
    }
  }

  function anew() {
    setProblem(null);
    setFrame(frame + 1);
  }

  return (
    <section className="narrow" aria-labelledby="card-title">
      <Button look="bare" className="back" onClick={() => navigate(RESULT)}>
        <Icon name="back" small />
        {t("lbl_go_back_to_reservation")}
      </Button>
      <h1 className="serif title" id="card-title">
        {t("lbl_add_payment")}
      </h1>
      {found && (
        <AlsoRoomsChoice found={found} also={also} ask="lbl_also_rooms_card" known={cardOf} busy={busy} />
      )}
      <p className="quiet">{t("lbl_cards_taken", { cards: anyOf(CARDS) })}</p>
      {problem && <CardNotice problem={problem} onNewCard={anew} />}
      {unsaved !== null && (
        <InView>
          <Notice tone="warn" role="alert">
            {said(unsaved)}
          </Notice>
        </InView>
      )}
      {found && !anewPage && (
        <div className="card card-frame">
          <CardHost
            key={frame}
            ref={card}
            anew={frame > 0}
            property={property}
            booking={{ request_id: found.request_token }}
            today={property.business_day.date}
            watched
          />
        </div>
      )}
      <div className="actions">
        <Button size="big" busy={busy} onClick={() => void save()}>
          {t("lbl_save")}
        </Button>
      </div>
    </section>
  );
}
