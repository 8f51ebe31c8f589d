/** What guest information and payment share: the guarantee to choose, the words of the order, and making it. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, commitBatch, guaranteeTypes } from "../../api";
import { useI18n } from "../../i18n";
import { useBooking } from "../BookingProvider";
import { useHere } from "../go";
import { queries } from "../queries";
import { type GuaranteeChoice, ORDER } from "../state";
import { totalOf } from "../summary/total";
import { ridesToSend } from "../transport/rides";
import { askedNow, changeWord, duesOf, orderWord, type PaymentPlan, paymentPlan } from "./guarantee";
import { keepOrder } from "./ordered";
import { aboutTheCard, type RefusalCode } from "./refusal";
import { type Order, reserve } from "./reserve";

/** The plan while it is loaded, or why there is none. */
export type Planned =
  | { status: "loading" }
  | { status: "failed"; retry: () => Promise<{ error: unknown }> }
  | { status: "ready"; plan: PaymentPlan };

/** The guarantee types of this booking (PAY-02). Not asked where no guarantee is required (WIZ-28, PAY-11). */
export function usePaymentPlan(): Planned {
  const { property, state, steps, facts } = useBooking();
  const { batch, profile, selected } = state;
  const session = selected[0]?.session_id;
  const restrictions = profile?.restrictions.booking_profile ?? null;
  const asked = steps.includes("payment") && facts.profile?.guaranteeRequired === true;
  const query = useQuery(
    {
      // whatever is chosen anew may be guaranteed in other ways: an instant one is there only while something is due now
      queryKey: ["guarantee-types", batch?.batch_id, selected],
      queryFn: () => {
        if (!batch || !session) throw new Error("no room is chosen");
        return guaranteeTypes(property.id, batch, session);
      },
      enabled: asked && Boolean(batch && session),
    },
    queries,
  );
  const { data, isError, refetch } = query;
  return useMemo<Planned>(() => {
    if (!asked || !restrictions) return { status: "ready", plan: { kind: "PASS", type: null } };
    if (data) return { status: "ready", plan: paymentPlan(data.guarantee_types, restrictions) };
    return isError ? { status: "failed", retry: refetch } : { status: "loading" };
  }, [asked, restrictions, data, isError, refetch]);
}

/** The sums of this booking, and what the button that binds says. `paid`: what is due now is paid with the booking. */
export function useOrderWords(paid: boolean) {
  const { property, state, currency } = useBooking();
  const { t, money } = useI18n();
  const change = state.selected[0]?.stay_change;
  const now = askedNow(state.selected, currency);
  const refund = change?.refund ?? 0;
  return {
    due: duesOf(state.selected, currency),
    label: t(
      change
        ? changeWord(property.order_button, now, paid)
        : orderWord(property.order_button, paid ? now : 0),
    ),
    aside:
      refund > 0
        ? t("lbl_amount_back", { amount: money(refund, currency) })
        : now > 0 && paid
          ? t("lbl_amount_now", { amount: money(now, currency) })
          : undefined,
  };
}

/** Sends an order and keeps how it ended; null when it is reserved. */
export function useSend(
  /** Shows the bank's page; where there is no card, no bank asks. */
  confirm: (url: string) => Promise<boolean> = async () => false,
): (order: Order) => Promise<RefusalCode | null> {
  const { property, state, now, dispatch } = useBooking();
  const here = useHere();
  return async (order) => {
    const { batch } = state;
    if (!batch) return null;
    dispatch({ type: "IN_PROGRESS", offer: ORDER });
    const ended = await reserve(order, {
      commit: (body) => {
        keepOrder(batch.batch_id, "SENT");
        return commitBatch(property.id, batch, body);
      },
      lookAgain: () => api.batch(property.id, batch),
      confirm: (url) => {
        keepOrder(batch.batch_id, "HEARD");
        return confirm(url);
      },
    });
    if (now.current.inProgress === ORDER) dispatch({ type: "ORDER_ENDED" });
    if (ended.kind === "CONFIRMED") {
      dispatch({ type: "OUTCOME", outcome: { rooms: ended.rooms, message: null } });
      return null;
    }
    const { message, ...refusal } = ended.refusal;
    // who has left the bank's page by going back has not confirmed, and knows it
    if (refusal.code === "NOT_CONFIRMED" && !here()) return refusal.code;
    if (aboutTheCard(refusal.code)) {
      // another one is asked for: the way stays, without a card, also the one on file
      const existing = state.profile?.existing_reservation?.guarantee_type_id ?? null;
      const guarantee_type_id = order.guarantee?.guarantee_type_id ?? existing;
      dispatch({ type: "GUARANTEE", guarantee: { guarantee_type_id, details: null } });
    }
    dispatch({ type: "OUTCOME", outcome: { rooms: [], message, refusal } });
    return refusal.code;
  };
}

/** Makes the reservation. The confirmation comes next, however that ended (WIZ-26). */
export function useReserve(
  confirm?: (url: string) => Promise<boolean>,
): (guarantee: GuaranteeChoice | null) => Promise<"confirmation"> {
  const { language } = useI18n();
  const { property, now, currency, dispatch } = useBooking();
  const send = useSend(confirm);
  return async (guarantee) => {
    // who comes may have been saved a moment ago
    const { selected, guest, rides, guestDraft, profile } = now.current;
    const changed = profile?.existing_reservation;
    if (guest) {
      // how one before it ended is not how this one does
      dispatch({ type: "OUTCOME", outcome: null });
      await send({
        rooms: selected,
        guest,
        ownGuests: guestDraft.saved_guests ?? {},
        guarantee,
        language,
        transportations: ridesToSend(property, changed, rides, selected),
        // one that the form does not ask for goes on with its stay
        remarks: guest.remarks ?? (changed && !guestDraft.remarks?.trim() ? "" : null),
        expectedTotal: totalOf(selected, currency),
      });
    }
    return "confirmation";
  };
}
