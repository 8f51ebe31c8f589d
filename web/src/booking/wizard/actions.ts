import { useRef } from "react";
import type { SelectedRoom } from "../../api";
import { useBooking } from "../BookingProvider";
import type { StepName } from "../flow";
import { nextStep, previousStep, showsNext } from "../flow";
import { useGo, useHere } from "../go";
import { ORDER } from "../state";
import { useStepControls } from "./step";

/** What the frame's buttons do on the current step. `next` and `previous` are null where the rules show none. */
export interface WizardActions {
  next: (() => void) | null;
  previous: (() => void) | null;
  busy: boolean;
  /** Something is under way that Previous would cut off. */
  held: boolean;
  /** Something that Next needs is not there yet. */
  missing: boolean;
  nextLabel: string | undefined;
  nextAside: string | undefined;
  /** The chosen rooms as the bill shows them. */
  rooms: readonly SelectedRoom[];
}

export function useWizardActions(current: StepName): WizardActions {
  const { facts, state } = useBooking();
  const controls = useStepControls();
  const go = useGo();
  const here = useHere();
  // a step that the guest has left may still be at work; that holds none of the others, nor the same one anew
  const visit = useRef({ to: current });
  if (visit.current.to !== current) visit.current = { to: current };
  const running = useRef<{ to: StepName } | null>(null);
  const back = previousStep(current, facts);
  // an order that was left goes on: nothing is added to it
  const busy = Boolean(controls.busy || controls.loading || state.inProgress === ORDER);

  async function next() {
    const mine = visit.current;
    if (running.current === mine || busy) return;
    running.current = mine;
    try {
      const answer = (await controls.next?.()) ?? true;
      const target = answer === true ? nextStep(current, facts) : answer;
      // the browser's Back may have led elsewhere meanwhile; how an order ended is seen wherever that is
      if (target && here() && (visit.current === mine || target === "confirmation")) go(target);
    } finally {
      if (running.current === mine) running.current = null;
    }
  }

  return {
    next: showsNext(current, facts) ? () => void next() : null,
    previous:
      back === null
        ? null
        : () => {
            controls.previous?.();
            go(back);
          },
    busy,
    held: controls.busy ?? false,
    missing: controls.missing ?? false,
    nextLabel: controls.nextLabel,
    nextAside: controls.nextAside,
    rooms: controls.rooms ?? state.selected,
  };
}
