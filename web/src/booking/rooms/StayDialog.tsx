import { useState } from "react";
import { isDay, useI18n } from "../../i18n";
import { Button, Dialog, Notice } from "../../ui";
import { useBooking } from "../BookingProvider";
import { useInSight } from "../in-sight";
import type { Choice } from "../search/calendar-rules";
import { useFaultWords } from "../search/fault-words";
import GuestsForm from "../search/GuestsForm";
import { Dates } from "../search/panels";
import { type SearchRoom, searchFault } from "../search-data";
import { usePhone } from "../wide";
import { useChangeStay } from "./useChangeStay";
import { useRoomsAtOnce } from "./useRoomsAtOnce";
import "../search/search.css";

/** Dates and guests of one room over the whole screen, with Close and Search (ROOMS-20). */
export function StayDialog(props: {
  slot: number;
  room: SearchRoom;
  only: number | null;
  /** What the guest came for: on a phone it stands first. */
  at?: "dates" | "guests";
  onClose: () => void;
}) {
  const { slot, room, only, at, onClose } = props;
  const guestsFirst = usePhone() && at === "guests";
  const { t } = useI18n();
  const { limits, state } = useBooking();
  const rooms = useRoomsAtOnce();
  const change = useChangeStay(slot);
  const words = useFaultWords();
  const [choice, setChoice] = useState<Choice>({ from: room.checkIn, to: room.checkOut, picking: "from" });
  const [party, setParty] = useState(room.persons);
  /** That Search was pressed, another one each time: what is wrong is shown from then on. */
  const [tried, setTried] = useState<{ ages: boolean } | null>(null);
  // to an age that is missing it leads, and the words at the head would scroll it out of sight
  const told = useInSight(tried?.ages ? null : tried);
  const stay: SearchRoom | null =
    isDay(choice.from) && isDay(choice.to)
      ? { checkIn: choice.from, checkOut: choice.to, persons: party }
      : null;
  const fault = stay && searchFault({ ...stay, rooms: [stay] }, limits);
  const search = () => {
    setTried({ ages: fault === "ages" });
    if (!stay || fault) return;
    change(stay);
    onClose();
  };
  const guests = (
    <GuestsForm
      parties={[party]}
      limits={limits}
      only={only}
      showFaults={tried !== null}
      led={tried?.ages && tried}
      onChange={([next]) => next && setParty(next)}
    />
  );
  return (
    <Dialog
      full
      wide="most"
      title={t("lbl_dates_and_guests")}
      onClose={onClose}
      foot={
        <>
          <Button look="line" onClick={onClose}>
            {t("lbl_close")}
          </Button>
          <Button onClick={search}>{t("lbl_search")}</Button>
        </>
      }
    >
      <div className="stay-dialog">
        {tried && (fault || !stay) && (
          <Notice ref={told} tone="bad" role="alert">
            {fault ? words(fault) : t("lbl_choose_departure")}
          </Notice>
        )}
        {guestsFirst && guests}
        <Dates
          choice={choice}
          onChange={setChoice}
          parties={Array.from({ length: rooms }, () => party)}
          code={state.deal?.kind}
          slot={slot}
        />
        {!guestsFirst && guests}
      </div>
    </Dialog>
  );
}
