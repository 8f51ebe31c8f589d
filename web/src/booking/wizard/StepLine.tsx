import { type LabelKey, useI18n } from "../../i18n";
import { Icon } from "../../ui";
import { usePhone } from "../wide";
import "./steps.css";

/** The line of steps: numbered without gaps, done ones lead back until the last is reached, one is current. */
export function StepLine<Step extends string>(props: {
  steps: readonly Step[];
  current: Step;
  labels: Readonly<Record<Step, LabelKey>>;
  /** The step was left out on the way: it leads back, but nothing was done in it. */
  leftOut?: (step: Step) => boolean;
  go: (step: Step) => void;
}) {
  const { steps, current, labels, leftOut, go } = props;
  const { t } = useI18n();
  const phone = usePhone();
  const here = steps.indexOf(current);
  const finished = here === steps.length - 1;
  return (
    <nav className="steps" aria-label={t("lbl_booking_steps")}>
      <p className="phone">
        <b>{t(labels[current])}</b>
        <span>{t("lbl_step_of", { step: here + 1, steps: steps.length })}</span>
      </p>
      {/* a phone has no room for its words */}
      <ol aria-hidden={phone || undefined}>
        {steps.map((step, index) => {
          const words = (
            <>
              {index < here && !leftOut?.(step) && <Icon name="check" small />}
              <span>{t(labels[step])}</span>
            </>
          );
          return (
            <li
              key={step}
              className={index < here ? "done" : index === here ? "now" : undefined}
              aria-current={index === here ? "step" : undefined}
            >
              {index < here && !finished ? (
                <button type="button" onClick={() => go(step)}>
                  {words}
                </button>
              ) : (
                words
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
