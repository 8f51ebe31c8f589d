import type { ReactNode } from "react";
import { part } from "../../shell/part";
import { StepSkeleton } from "../../shell/ScreenSkeleton";
import { useBooking } from "../BookingProvider";
import { layoutOf, type StepName } from "../flow";
import "./steps.css";
import "../summary/summary.css";
import "./wizard.css";

/** The page around the steps of a booking; what is in it is not on the first screen, and loads by itself. */
export function WizardFrame({ current, children }: { current: StepName; children: ReactNode }) {
  const { property, query } = useBooking();
  const layout = layoutOf(
    property.website_config.booking_page_layout,
    query.has("key") || query.has("token"),
  );
  return (
    <main tabIndex={-1} className="page wizard" data-step={current} data-layout={layout}>
      <Wizard current={current} layout={layout}>
        {children}
      </Wizard>
    </main>
  );
}

export const Wizard = part(() => import("./Wizard"), <StepSkeleton />);
