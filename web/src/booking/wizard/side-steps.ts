/** The steps of what is booked beside a stay, an event or an activity, each on its own address. Pure. */
import type { LabelKey } from "../../i18n";

export interface SideSteps<Step extends string> {
  /** In order; the last is the confirmation. */
  steps: readonly Step[];
  labels: Readonly<Record<Step, LabelKey>>;
  pathOf: (step: Step) => string;
  /** The step of an address; the bare paths and unknown ones lead to the first (ROUTE-08, ROUTE-17). */
  stepOfPath: (path: string) => Step;
  /** Where Previous leads; null on the first step, and on the last, since what is booked has no way back. */
  before: (step: Step) => Step | null;
  /** The wanted step when it is open, else the furthest one that is (ROUTE-16). */
  furthest: (wanted: Step, open: readonly [Step, ...Step[]]) => Step;
}

/** `root` is what stands before the name of a step: `/events/event-steps`. */
export function sideSteps<Step extends string>(
  root: string,
  steps: readonly [Step, ...Step[]],
  labels: Readonly<Record<Step, LabelKey>>,
): SideSteps<Step> {
  return {
    steps,
    labels,
    pathOf: (step) => `${root}/${step}`,
    stepOfPath: (path) => steps.find((step) => path === `${root}/${step}`) ?? steps[0],
    before: (step) => (step === steps.at(-1) ? null : (steps[steps.indexOf(step) - 1] ?? null)),
    furthest: (wanted, open) => (open.includes(wanted) ? wanted : (open.at(-1) ?? open[0])),
  };
}
