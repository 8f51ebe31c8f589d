/**
 * How a step tells the wizard what its buttons do.
 *
 *     useStep({ next: async () => { ...; return true; }, busy, nextLabel: t("lbl_continue_to_payment") });
 *
 * The frame draws the footer, the bill's button and the phone's bar from it; all of them call the same handlers.
 */
import { createContext, type ReactNode, use, useLayoutEffect, useRef, useState } from "react";
import type { SelectedRoom } from "../../api";
import type { StepName } from "../flow";

export interface StepControls {
  /** Runs on Next. `true` goes to the next step, `false` stays, a step's name goes there. Absent: go on. */
  next?: () => boolean | StepName | Promise<boolean | StepName>;
  /** Runs before Previous leaves the step. */
  previous?: () => void;
  /** Something is under way: Next spins, both buttons do nothing. */
  busy?: boolean | undefined;
  /** What Next needs is still on its way: Next spins, Previous leads back. */
  loading?: boolean | undefined;
  /** Something that Next needs is not there yet: the step's hint says what it asks for (WIZ-04). */
  missing?: boolean | undefined;
  /** What Next says; the default is "Next". */
  nextLabel?: string | undefined;
  /** Further words inside the button, for instance the amount due now, formatted. */
  nextAside?: string | undefined;
  /** The chosen rooms as the bill shows them, where the step knows better than what is saved. */
  rooms?: readonly SelectedRoom[] | undefined;
}

const Controls = createContext<StepControls>({});
const Register = createContext<((controls: StepControls) => void) | null>(null);

export function StepProvider({ children }: { children: ReactNode }) {
  const [controls, setControls] = useState<StepControls>({});
  return (
    <Register value={setControls}>
      <Controls value={controls}>{children}</Controls>
    </Register>
  );
}

export function useStepControls(): StepControls {
  return use(Controls);
}

/**
 * Registers a step's controls while it is on screen. Handlers may be new on every render; the latest one runs. They go
 * in the moment the step does: what it was doing must not hold the frame's buttons while the next one loads.
 */
export function useStep(controls: StepControls): void {
  const register = use(Register);
  const latest = useRef(controls);
  latest.current = controls;
  const { busy, loading, missing, nextLabel, nextAside, rooms } = controls;
  useLayoutEffect(() => {
    register?.({
      next: () => latest.current.next?.() ?? true,
      previous: () => latest.current.previous?.(),
      busy,
      loading,
      missing,
      nextLabel,
      nextAside,
      rooms,
    });
  }, [register, busy, loading, missing, nextLabel, nextAside, rooms]);
  useLayoutEffect(() => () => register?.({}), [register]);
}
