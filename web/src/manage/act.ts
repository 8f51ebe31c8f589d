/** What a guest begins from their reservation. The server may refuse: its message is told where they are (MANAGE-30). */
import { useContext, useRef, useState } from "react";
import { cancelConsent, type FoundReservation, hasCode } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { GoContext, useHere } from "../booking/go";
import { useI18n } from "../i18n";
import { useFailureWords } from "../shell/failure-words";
import { areCancelled, inDoubt } from "./cancelling";
import { CANCEL, isClosed, RESULT } from "./closed";
import { useEditStay } from "./edit-stay";
import { useReservation } from "./reservation";

export interface Act {
  begin: () => Promise<void>;
  busy: boolean;
  problem: string | null;
  /** What was said of it is over. */
  forget: () => void;
}

/** The consent first; only with it the guest goes on (MANAGE-21). */
export function useCancel(): Act {
  const { navigate } = useContext(GoContext);
  return useAct(async (found, still) => {
    await cancelConsent(found.request_token);
    if (still()) navigate(CANCEL);
  });
}

/** Into the wizard at its rooms (EDIT-01, MANAGE-15). */
export function useEdit(): Act {
  return useAct(useEditStay());
}

/**
 * Reads the stay anew after a no of the server: the hotel may have said meanwhile what became of it. Where the screen of
 * this address goes with that, the reservation's own says why.
 */
export function useReadAgain(path: string): (why: string) => Promise<void> {
  const { found, tell } = useReservation();
  const check = useCheck();
  return async (why) => {
    const { now, own } = await check();
    if (now && !own && isClosed(path, now.reservation_details))
      tell({ text: why, at: RESULT, of: found?.conf_num, refusal: true });
  };
}

/** `own`: the no is of what the guest has cancelled here themselves, which is told as done. */
function useCheck() {
  const { check } = useReservation();
  const { property } = useBooking();
  return async () => {
    const doubted = inDoubt(property.id);
    const now = await check();
    return { now, own: now !== null && doubted.some(({ rooms }) => areCancelled(now, rooms)) };
  };
}

/** `still`: the screen shows what it was begun of. */
function useAct(act: (found: FoundReservation, still: () => boolean) => Promise<void>): Act {
  const { t } = useI18n();
  const { found, leave } = useReservation();
  const check = useCheck();
  const failureWords = useFailureWords();
  const here = useHere();
  const number = useRef(found?.conf_num);
  number.current = found?.conf_num;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ of: string; error: unknown } | null>(null);
  async function begin() {
    if (!found) return;
    const still = () => here() && number.current === found.conf_num;
    setBusy(true);
    setFailure(null);
    try {
      await act(found, still);
    } catch (error) {
      if (!still()) return;
      if (hasCode(error, "LOOK_UP_EXPIRED")) return void leave(t("lbl_look_up_expired"));
      // the hotel may have said meanwhile what became of the stay
      if (hasCode(error, "NOT_CANCELLABLE", "NOT_CHANGEABLE") && (await check()).own) return;
      setFailure({ of: found.conf_num, error });
    } finally {
      setBusy(false);
    }
  }
  // of another room of the booking, which may be shown by now, it says nothing
  const problem = failure && failure.of === found?.conf_num ? failureWords(failure.error) : null;
  return { begin, busy, problem, forget: () => setFailure(null) };
}
