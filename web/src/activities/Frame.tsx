/** The frame around a step: line of steps, the step, what it costs, Previous and Next (ACT-03). */
import { type ReactNode, useContext } from "react";
import type { ActivityPrice } from "../api";
import { GoContext } from "../booking/go";
import { useI18n } from "../i18n";
import { Button, Icon } from "../ui";
import { Summary, SummaryBar } from "./Summary";
import type { Chosen } from "./state";
import { type ActivityStep, before, pathOf, STEP_LABELS, STEPS } from "./steps";
import "../booking/wizard/steps.css";
import "../booking/wizard/wizard.css";

export interface FrameProps {
  step: ActivityStep;
  next?: {
    label: string;
    aside?: string | undefined;
    busy?: boolean;
    disabled?: boolean;
    onPress: () => void;
  };
  /** What the booking comes to, shown beside the step. */
  bill?: { chosen: Chosen; price: ActivityPrice } | null;
  /** In place of the bill, with the buttons beneath it (ACT-10). */
  aside?: ReactNode;
  children: ReactNode;
}

export function Frame({ step, next, bill, aside, children }: FrameProps) {
  const { t } = useI18n();
  const { navigate } = useContext(GoContext);
  const back = before(step);
  const foot = (back || next) && (
    <div className="foot">
      {back ? (
        <Button look="bare" onClick={() => navigate(pathOf(back))}>
          <Icon name="back" small />
          {t("lbl_previous")}
        </Button>
      ) : (
        <span />
      )}
      {next && (
        <Button size="big" busy={next.busy ?? false} disabled={next.disabled ?? false} onClick={next.onPress}>
          <span>{next.label}</span>
          {next.aside && <bdi className="num">{next.aside}</bdi>}
        </Button>
      )}
    </div>
  );
  const beside = aside ?? (bill && <Summary {...bill} />);
  return (
    <>
      <StepLine step={step} />
      {bill && <SummaryBar {...bill} />}
      {beside ? (
        <div className="split">
          <div className="step-body">
            {children}
            {!aside && foot}
          </div>
          <aside className={aside ? undefined : "folds"}>
            {beside}
            {aside && foot}
          </aside>
        </div>
      ) : (
        <>
          {children}
          {foot}
        </>
      )}
    </>
  );
}

/** The line of steps: those that are done lead back, until it is booked. */
function StepLine({ step }: { step: ActivityStep }) {
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
