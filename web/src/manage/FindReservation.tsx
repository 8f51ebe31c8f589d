import { type FormEvent, useContext, useState } from "react";
import { useBooking } from "../booking/BookingProvider";
import { GoContext, useGo, useHere } from "../booking/go";
import { hasOpenOrder } from "../booking/payment/ordered";
import { isUnclear } from "../booking/payment/refusal";
import { useI18n } from "../i18n";
import { useFailureWords } from "../shell/failure-words";
import { Button, Icon, Notice, TextField } from "../ui";
import { useReservation } from "./reservation";

/** Longest number and name (MANAGE-03). */
const MAX_LENGTH = 50;

/** Letters and digits of a confirmation number, and the hyphens that people write between them (MANAGE-04). */
export function numberOf(typed: string): string {
  return typed.replace(/[^\p{L}\p{Nd}-]/gu, "").slice(0, MAX_LENGTH);
}

/** Number and last name open a reservation (MANAGE-01 to MANAGE-07). */
export function FindReservation() {
  const { t } = useI18n();
  const { property, state, startOver } = useBooking();
  const { navigate } = useContext(GoContext);
  const go = useGo();
  const here = useHere();
  const { lookUp, leave } = useReservation();
  const failureWords = useFailureWords();
  const [number, setNumber] = useState("");
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const complete = number !== "" && name.trim() !== "";

  async function search(event: FormEvent) {
    event.preventDefault();
    if (!complete || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await lookUp({ conf_num: number, last_name: name.trim(), property_code: property.code }, here);
      if (here()) navigate("/search-reservation-result");
    } catch (error) {
      // whoever has gone back to a reservation keeps it
      if (!here()) return;
      // without an answer nobody knows whether there is another
      if (!isUnclear(error)) leave();
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  function back() {
    // what is ordered is waited for, and shown
    if (!hasOpenOrder(state)) startOver();
    go("search");
  }

  return (
    <section className="find" aria-labelledby="find-title">
      <Button look="bare" className="back" onClick={back}>
        <Icon name="back" small />
        {t("lbl_back_to_booking")}
      </Button>
      <h1 className="serif title" id="find-title">
        {t("lbl_find_reservation")}
      </h1>
      <p className="quiet">{t("lbl_find_reservation_say")}</p>
      {failure !== null && (
        <Notice tone="bad" role="alert">
          <p>{failureWords(failure)}</p>
        </Notice>
      )}
      <form noValidate onSubmit={(event) => void search(event)}>
        <TextField
          id="find-number"
          label={t("lbl_confirmation_number")}
          value={number}
          onChange={(typed) => setNumber(numberOf(typed))}
          maxLength={MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          required
        />
        <TextField
          id="find-name"
          label={t("lbl_last_name")}
          value={name}
          onChange={setName}
          maxLength={MAX_LENGTH}
          autoComplete="family-name"
          spellCheck={false}
          required
        />
        <Button
          type="submit"
          size="big"
          wide
          busy={busy}
          disabled={!complete}
          aria-describedby={complete ? undefined : "find-missing"}
        >
          {t("lbl_search")}
        </Button>
        {!complete && (
          <p className="small quiet" id="find-missing">
            {t("lbl_fill_required_fields")}
          </p>
        )}
      </form>
    </section>
  );
}
