/** The last step: it worked, with everything to keep; or it did not, and why (CONF-01 to CONF-10). */
import { useEffect, useRef, useState } from "react";
import { arrive } from "../arrive";
import { useBooking } from "../BookingProvider";
import { isOpenOrder, keepOrder } from "../payment/ordered";
import type { Outcome } from "../state";
import { Confirmed } from "./Confirmed";
import { NotComplete } from "./NotComplete";
import "./confirmation.css";

/** How long the line of the loader stays after the reservation was made, in milliseconds (WIZ-27). */
export const LOADER_MS = 100;

const ELSEWHERE: Outcome = { rooms: [], message: null, refusal: { code: "NOT_CHANGEABLE", night: null } };

export default function ConfirmationStep() {
  const { state, dispatch } = useBooking();
  const [loading, setLoading] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setLoading(false), LOADER_MS);
    return () => clearTimeout(timer);
  }, []);
  // what would be refused in the end is refused at once
  const outcome =
    state.outcome ?? (state.profile?.existing_reservation?.changed_elsewhere ? ELSEWHERE : null);
  const booked = Boolean(outcome?.rooms.length);
  // asked for again, it was booked after all: another screen at the same address
  const before = useRef(booked);
  useEffect(() => {
    if (booked && !before.current) arrive();
    before.current = booked;
  }, [booked]);
  const unseen = state.outcome && !state.outcome.seen ? state.outcome : null;
  const batch = state.batch?.batch_id;
  useEffect(() => {
    if (!unseen) return;
    dispatch({ type: "OUTCOME", outcome: { ...unseen, seen: true } });
    if (batch && unseen.refusal?.code !== "UNCLEAR" && isOpenOrder(batch)) keepOrder(batch, "HEARD");
  }, [unseen, batch, dispatch]);
  if (!outcome) return null;
  return (
    <>
      {loading && <div className="confirmation-loader" data-loader aria-hidden="true" />}
      {booked ? <Confirmed rooms={outcome.rooms} /> : <NotComplete outcome={outcome} />}
    </>
  );
}
