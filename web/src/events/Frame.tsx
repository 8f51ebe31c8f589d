/** The frame around a step: line of steps, the step, what it costs, Previous and Next. */
import { type ReactNode, useContext } from "react";
import { GoContext } from "../booking/go";
import { useI18n } from "../i18n";
import { Button, Icon } from "../ui";
import { FoldedSummary, Summary } from "./Summary";
import { before, type EventStep, pathOf, STEP_LABELS, STEPS } from "./steps";
import "../booking/wizard/steps.css";
import "../booking/wizard/wizard.css";

export interface FrameProps {
  step: EventStep;
  next?: { label: string; aside?: string | undefined; busy: boolean; onPress: () => void };
  children: ReactNode;
}

export function Frame({ step, next, children }: FrameProps) {
  const { t } = useI18n();
  const { navigate } = useContext(GoContext);
  const back = before(step);
  const beside = step !== "select-space" && step !== "confirmation";
  const body = (
    <>
      {children}
      {next && (
        <div className="foot">
          {back ? (
            <Button look="bare" onClick={() => navigate(pathOf(back))}>
              <Icon name="back" small />
              {t("lbl_previous")}
            </Button>
          ) : (
            <span />
          )}
          <Button size="big" busy={next.busy} onClick={next.onPress}>
            <span>{next.label}</span>
            {next.aside && <bdi className="num">{next.aside}</bdi>}
          </Button>
        </div>
      )}
    </>
  );
  return (
    <>
      <StepLine step={step} />
      {beside ? (
        <div className="split">
          <FoldedSummary />
          <div className="step-body">{body}</div>
          <aside className="folds">
            <Summary />
          </aside>
        </div>
      ) : (
        body
      )}
    </>
  );
}

/** Those that are done lead back, until it is booked. */
function StepLine({ step }: { step: EventStep }) {
  const { t } = useI18n();
  const { navigate } = useContext(GoContext);
  const here = STEPS.indexOf(step);
  return (
    <nav className="steps" aria-label={t("lbl_booking_steps")}>
      <p className="phone">
        <b>{t(STEP_LABELS[step])}</b>
        <span>{t("lbl_step_of", { step: here + 1, steps: STEPS.length })}</span>
      </p>
      <ol>
        {STEPS.map((name, index) => (
          <li
            key={name}
            className={index < here ? "done" : index === here ? "now" : undefined}
            aria-current={index === here ? "step" : undefined}
          >
            {index < here && step !== "confirmation" ? (
              <button type="button" onClick={() => navigate(pathOf(name))}>
                <Icon name="check" small />
                <span>{t(STEP_LABELS[name])}</span>
              </button>
            ) : (
              <>
                {index < here && <Icon name="check" small />}
                <span>{t(STEP_LABELS[name])}</span>
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
