/** The frame around a step of an event or an activity: line of steps, the step, what it costs, Previous and Next. */
import { type ReactNode, useContext } from "react";
import { useI18n } from "../../i18n";
import { Button, Icon } from "../../ui";
import { GoContext } from "../go";
import { StepLine } from "./StepLine";
import type { SideSteps } from "./side-steps";
import "./wizard.css";

export interface NextButton {
  label: string;
  /** The sum that it binds to. */
  aside?: string | undefined;
  busy?: boolean;
  disabled?: boolean;
  onPress: () => void;
}

export interface SideFrameProps<Step extends string> {
  of: SideSteps<Step>;
  step: Step;
  next?: NextButton | undefined;
  /** What it comes to, beside the step on desks. */
  bill?: ReactNode;
  /** The same on phones, above the step. */
  folded?: ReactNode;
  /** In place of the bill, on phones too, with the buttons beneath it. */
  aside?: ReactNode;
  children: ReactNode;
}

export function SideFrame<Step extends string>(props: SideFrameProps<Step>) {
  const { of, step, next, bill, folded, aside, children } = props;
  const { t } = useI18n();
  const { navigate } = useContext(GoContext);
  const back = of.before(step);
  const beside = aside || bill;
  // the button that binds stands above Previous (payment.css), and comes first
  const binds = step === of.steps.at(-2);
  const previous = back ? (
    <Button look="bare" onClick={() => navigate(of.pathOf(back))}>
      <Icon name="back" small />
      {t("lbl_previous")}
    </Button>
  ) : (
    <span />
  );
  const foot = (back || next) && (
    <div className="foot">
      {!binds && previous}
      {next && (
        <Button size="big" busy={next.busy ?? false} disabled={next.disabled ?? false} onClick={next.onPress}>
          <span>{next.label}</span>
          {next.aside && <bdi className="num">{next.aside}</bdi>}
        </Button>
      )}
      {binds && previous}
    </div>
  );
  return (
    <>
      <StepLine steps={of.steps} current={step} labels={of.labels} go={(one) => navigate(of.pathOf(one))} />
      {folded}
      {/* one place for the step, whether or not its bill is there yet: nothing that is being typed is interrupted */}
      <div className={beside ? "split" : undefined}>
        <div className="step-body">
          {children}
          {!aside && foot}
        </div>
        {beside && (
          <aside className={aside ? undefined : "folds"}>
            {beside}
            {aside && foot}
          </aside>
        )}
      </div>
    </>
  );
}
