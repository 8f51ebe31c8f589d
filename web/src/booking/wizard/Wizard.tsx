import { type ReactNode, useEffect } from "react";
import { useI18n } from "../../i18n";
import { part } from "../../shell/part";
import { Button, Icon, Skeleton } from "../../ui";
import { useBooking } from "../BookingProvider";
import { layoutOf, type StepName } from "../flow";
import { Bill } from "../summary/Bill";
import { useWizardActions } from "./actions";
import { STEP_HINTS, StackedSteps, Steps } from "./Steps";
import "./wizard.css";

/** Not before a room is chosen, as the lines of the bill. */
export const BillBar = part(() => import("../summary/BillBar"));

/** Steps with the bill beside them (SUMM-01). */
const withBill: ReadonlySet<StepName> = new Set<StepName>([
  "rooms",
  "addons",
  "pointsRedemption",
  "information",
  "payment",
]);

/** The frame around a step: line of steps, the step, the bill, Previous and Next (WIZ-06). */
export function Wizard({ current, children }: { current: StepName; children: ReactNode }) {
  const { t } = useI18n();
  const { dispatch, property, query } = useBooking();
  const layout = layoutOf(
    property.website_config.booking_page_layout,
    query.has("key") || query.has("token"),
  );
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
          {actions.rooms.length > 0 && <BillBar current={current} actions={actions} />}
        </div>
      ) : (
        children
      )}
    </>
  );
  return (
    <main tabIndex={-1} className="page wizard" data-step={current} data-layout={layout}>
      {layout === "VERTICAL" ? (
        <StackedSteps current={current}>{content}</StackedSteps>
      ) : (
        <>
          <Steps current={current} />
          {content}
        </>
      )}
    </main>
  );
}

/** Where a step is on its way. */
export function StepSkeleton() {
  return (
    <div className="step-skeleton">
      <Skeleton block="3rem" inline="60%" />
      <Skeleton block="14rem" />
      <Skeleton block="14rem" />
    </div>
  );
}
