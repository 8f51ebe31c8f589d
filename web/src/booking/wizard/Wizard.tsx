import { type ReactNode, useEffect } from "react";
import { useI18n } from "../../i18n";
import { Button, Icon } from "../../ui";
import { useBooking } from "../BookingProvider";
import type { layoutOf, StepName } from "../flow";
import { Bill } from "../summary/Bill";
import { BillBar } from "../summary/parts";
import { useWizardActions } from "./actions";
import { StackedSteps, Steps } from "./Steps";
import { StepProvider } from "./step";
import { STEP_HINTS } from "./step-names";

/** Steps with the bill beside them (SUMM-01). */
const withBill: ReadonlySet<StepName> = new Set<StepName>([
  "rooms",
  "addons",
  "pointsRedemption",
  "information",
  "payment",
]);

export interface WizardProps {
  current: StepName;
  layout: ReturnType<typeof layoutOf>;
  children: ReactNode;
}

/** What is around a step: line of steps, the step, the bill, Previous and Next (WIZ-06). */
export default function Wizard(props: WizardProps) {
  return (
    <StepProvider>
      <AroundStep {...props} />
    </StepProvider>
  );
}

function AroundStep({ current, layout, children }: WizardProps) {
  const { t } = useI18n();
  const { dispatch } = useBooking();
  const actions = useWizardActions(current);
  useEffect(() => dispatch({ type: "VISITED", step: current }), [current, dispatch]);

  const bill = withBill.has(current);
  // the button that binds stands above it (payment.css), and comes first
  const binds = current === "payment";
  const back = actions.previous ? (
    <Button look="bare" disabled={actions.held} onClick={actions.previous}>
      <Icon name="back" small />
      {t("lbl_previous")}
    </Button>
  ) : (
    <span />
  );
  const content = (
    <>
      {current !== "confirmation" && (
        // its place stays: what is filled in below must not move up
        <p className={actions.missing ? "step-hint" : "step-hint met"}>{t(STEP_HINTS[current])}</p>
      )}
      {bill ? (
        <div className="split">
          <div className="step-body">
            {children}
            <div className="foot">
              {!binds && back}
              {/* on the rooms step the bill beside the list has it, always in sight */}
              {actions.next && current !== "rooms" && (
                <Button size="big" busy={actions.busy} onClick={actions.next}>
                  <span>{actions.nextLabel ?? t("lbl_next")}</span>
                  {actions.nextAside && <bdi className="num">{actions.nextAside}</bdi>}
                </Button>
              )}
              {binds && back}
            </div>
          </div>
          <aside className="folds" aria-label={t("lbl_your_stay")}>
            <Bill current={current} actions={actions} />
          </aside>
          {/* of each step anew: what is open closes with it */}
          {actions.rooms.length > 0 && <BillBar key={current} current={current} actions={actions} />}
        </div>
      ) : (
        children
      )}
    </>
  );
  if (layout === "VERTICAL") return <StackedSteps current={current}>{content}</StackedSteps>;
  return (
    <>
      <Steps current={current} />
      {content}
    </>
  );
}
