/** Asks how a payment by link stands: every three seconds while `asking` (PAY-15), whenever the guest comes back while `watching`. */
import { useEffect, useRef } from "react";
import { paymentLinkStatus } from "../../api";
import { useComingBack } from "./use-coming-back";

/** Between two questions, in milliseconds. */
export const POLL_MS = 3_000;

export function useLinkStatus(props: {
  requestId: string;
  asking: boolean;
  /** It may be paid elsewhere meanwhile: in another tab, from the look-up. */
  watching: boolean;
  /** PENDING, EXECUTED or EXPIRED; the last two end it. */
  onStatus: (status: string) => void;
  /** The guest is back, and it is not paid yet; never rejects. */
  onBack?: () => Promise<unknown>;
  /** Asking ended with an error, which is only logged (PAY-19). */
  onError: () => void;
}): void {
  const { requestId, asking, watching } = props;
  const hear = useRef(props);
  hear.current = props;
  useEffect(() => {
    if (!asking) return;
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      try {
        const { status } = await paymentLinkStatus(requestId, ended.signal);
        if (ended.signal.aborted) return;
        hear.current.onStatus(status);
        if (status === "PENDING") timer = setTimeout(ask, POLL_MS);
      } catch (error) {
        if (ended.signal.aborted) return;
        console.warn("the payment link was not heard of", error);
        hear.current.onError();
      }
    };
    void ask();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [requestId, asking]);
  useComingBack(watching, async (signal) => {
    try {
      const { status } = await paymentLinkStatus(requestId, signal);
      if (signal.aborted) return;
      hear.current.onStatus(status);
      if (status === "PENDING") await hear.current.onBack?.();
    } catch (error) {
      if (!signal.aborted) console.warn("the payment link was not heard of", error);
    }
  });
}
