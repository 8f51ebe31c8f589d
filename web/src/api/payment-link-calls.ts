/** The call of a payment by link, apart from the others so that it loads with it. Quiet: a failure is only logged (PAY-19). */
import { call } from "./client";
import type { PaymentLinkStatus } from "./types";

/** Whether a booking was paid by its link (API-48). */
export const paymentLinkStatus = (request_id: string, signal?: AbortSignal) =>
  call<PaymentLinkStatus>(`/public/payment-links/${encodeURIComponent(request_id)}/status`, {
    quiet: true,
    signal,
  });
