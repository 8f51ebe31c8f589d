import type { ReactNode } from "react";
import { useI18n } from "../../i18n";
import { Icon } from "../../ui";
import { useBooking } from "../BookingProvider";
import type { StepName } from "../flow";
import { useGo } from "../go";
import { StepLine } from "./StepLine";
import { STEP_LABELS } from "./step-names";

/** The way may lead past them: past payment where there is nothing to choose (PAY-04). The other steps all lie on it. */
const PASSED: ReadonlySet<StepName> = new Set(["addons", "pointsRedemption", "payment"]);

/** A step that was passed over is not called done (WIZ-10). */
function useLeftOut(): (step: StepName) => boolean {
  const { visited } = useBooking().state;
  return (step) => PASSED.has(step) && !visited.includes(step);
}

/** All steps stacked, the current one open between those that are done and those to come (WIZ-02). */
export function StackedSteps({ current, children }: { current: StepName; children: ReactNode }) {
  const { t } = useI18n();
  const { steps } = useBooking();
  const go = useGo();
  const leftOut = useLeftOut();
  const here = steps.indexOf(current);
  const finished = current === "confirmation";
  return (
    <ol className="stacked-steps" aria-label={t("lbl_booking_steps")}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < here ? "done" : index === here ? "now" : undefined}
          aria-current={index === here ? "step" : undefined}
        >
          {index < here && !finished ? (
            <button type="button" onClick={() => go(step)}>
              {!leftOut(step) && <Icon name="check" small />}
              <span>{t(STEP_LABELS[step])}</span>
            </button>
          ) : (
            <p>{t(STEP_LABELS[step])}</p>
          )}
          {index === here && children}
        </li>
      ))}
    </ol>
  );
}

/** The steps of a stay in a line. */
export function Steps({ current }: { current: StepName }) {
  const { steps } = useBooking();
  return (
    <StepLine steps={steps} current={current} labels={STEP_LABELS} leftOut={useLeftOut()} go={useGo()} />
  );
}
