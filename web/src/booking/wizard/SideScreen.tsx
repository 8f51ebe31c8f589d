/** The page around the screens of an event or an activity: its address, its title, and where it begins. */
import { type ReactNode, useContext, useEffect, useRef } from "react";
import { useI18n } from "../../i18n";
import { measures } from "../../shell/measures";
import { useBooking } from "../BookingProvider";
import { GoContext } from "../go";
import { type SideItem, SideMeasure, type SidePurchase } from "../tracking/SideMeasure";
import type { SideSteps } from "./side-steps";

/** What the stylesheets of a stay's steps call the same screens. */
const SHARED: Readonly<Record<string, string>> = {
  "guest-information": "information",
  payments: "payment",
};

export function SideScreen<Step extends string>(props: {
  of: SideSteps<Step>;
  /** Where the address leads. */
  path: string;
  /** What can be shown of it. */
  step: Step;
  className: string;
  /** What was booked before: over once its guest is back at the first step. */
  finished: boolean;
  startOver: () => void;
  /** The step gives way to an order that has no end yet. */
  waits: boolean;
  /** For measurement: what is looked at, and what was booked. */
  item: SideItem | null;
  purchase: SidePurchase | null;
  children: ReactNode;
}) {
  const { of, path, step, className, finished, startOver, waits, item, purchase, children } = props;
  const { t } = useI18n();
  const { property, names } = useBooking();
  const { navigate } = useContext(GoContext);

  const address = of.pathOf(step);
  useEffect(() => {
    if (path !== address) navigate(address, { replace: true });
  }, [path, address, navigate]);

  const over = finished && step === of.steps[0];
  useEffect(() => {
    if (over) startOver();
  }, [over, startOver]);

  const title = `${t(of.labels[step])} · ${names.property(property).name}`;
  useEffect(() => {
    document.title = title;
  }, [title]);

  const main = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every step begins at its top, with the focus, and what takes its place does too
  useEffect(() => {
    window.scrollTo({ top: 0 });
    main.current?.focus({ preventScroll: true });
  }, [step, waits]);

  return (
    <main ref={main} tabIndex={-1} className={`page wizard ${className}`} data-step={SHARED[step] ?? step}>
      {children}
      {measures(property) && (
        <SideMeasure
          path={address}
          step={step}
          step_number={of.steps.indexOf(step) + 1}
          item={item}
          purchase={purchase}
        />
      )}
    </main>
  );
}
