/** The order of an activity or an event while it is on its way. */
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiProblem } from "../../api";

/** What was refused, as a reload finds it again. */
export type Refused = Pick<ApiProblem, "status" | "body">;

export const refusedOf = (error: unknown): Refused => {
  const { status, body } = error instanceof ApiProblem ? error : new ApiProblem(0, {}, "confirm");
  return { status, body };
};

export const problemOf = ({ status, body }: Refused) => new ApiProblem(status, body, "confirm");

/** By their bookings. They outlive the screens that sent them: who comes back to these waits for the same end. */
const onTheirWay = new Map<string, Promise<unknown>>();

/** `End` is what comes of it, kept for the reload by then; `onEnd` is called where its screens are shown. */
export function useSideOrder<End>(id: string | undefined, onEnd: (end: End) => void) {
  const [waiting, setWaiting] = useState(
    () => (onTheirWay.get(id ?? "") as Promise<End> | undefined) ?? null,
  );
  const told = useRef(onEnd);
  told.current = onEnd;
  useEffect(() => {
    let left = false;
    void waiting?.then((end) => {
      if (left) return;
      setWaiting(null);
      told.current(end);
    });
    return () => {
      left = true;
    };
  }, [waiting]);
  /** `order` never rejects: a refusal is an end. */
  const follow = useCallback((of: string, order: Promise<End>) => {
    const end = order.finally(() => onTheirWay.delete(of));
    onTheirWay.set(of, end);
    setWaiting(end);
  }, []);
  return { underWay: waiting !== null, follow };
}

/**
 * A refusal leads to the payment, which tells it; it is forgotten once its guest has gone on from there, and not before:
 * the page may be loaded anew for the card form. Where nothing is left to pay, it is told above the step that they come to.
 */
export function useMending<Step extends string>(
  asked: Step,
  refused: Refused | null,
  forget: () => void,
  reach: (wanted: Step | "payments") => Step | "payments",
) {
  const told = useRef(false);
  const [above, setAbove] = useState<{ problem: ApiProblem; step: string } | null>(null);
  const leads = refused && !told.current && reach("payments") === "payments";
  const step = reach(leads ? "payments" : asked);
  if (!refused) told.current = false;
  else if (step === "payments") told.current = true;
  const over = step === "payments" ? null : refused;
  useEffect(() => {
    if (!over) return;
    if (!told.current) setAbove({ problem: problemOf(over), step });
    forget();
  }, [over, step, forget]);
  if (above && above.step !== step) setAbove(null);
  return { step, above: above?.problem };
}
