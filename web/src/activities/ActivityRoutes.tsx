/** The screens of booking an activity, each on its own address (ROUTE-10). */
import { type ComponentType, useContext, useEffect, useRef } from "react";
import { useBooking } from "../booking/BookingProvider";
import { GoContext } from "../booking/go";
import { WithQueries } from "../booking/WithQueries";
import { useI18n } from "../i18n";
import { ActivityDetails } from "./ActivityDetails";
import { Confirmation } from "./Confirmation";
import { Frame } from "./Frame";
import { GuestInformation } from "./GuestInformation";
import { Payments } from "./Payments";
import { SelectActivity } from "./SelectActivity";
import { type ActivityStep, pathOf, reachable, STEP_LABELS, stepOfPath } from "./steps";
import { ActivityProvider, useActivity } from "./useActivity";
import { dayOf } from "./words";
import "./activities.css";

const screens: Readonly<Record<ActivityStep, ComponentType>> = {
  "select-activity": () => (
    <Frame step="select-activity">
      <SelectActivity />
    </Frame>
  ),
  "activity-details": ActivityDetails,
  "guest-information": GuestInformation,
  payments: Payments,
  confirmation: Confirmation,
};

export default function ActivityRoutes({ path }: { path: string }) {
  return (
    <WithQueries>
      <ActivityProvider>
        <Screens path={path} />
      </ActivityProvider>
    </WithQueries>
  );
}

function Screens({ path }: { path: string }) {
  const { t } = useI18n();
  const { property, query, names } = useBooking();
  const { navigate } = useContext(GoContext);
  const { state, startOver } = useActivity();
  const wanted = stepOfPath(path);
  const step = reachable(wanted, {
    chosen: dayOf(query.get("activity") ?? "") !== "",
    begun: state.start.kind !== "none",
    guestGiven: state.save.kind !== "none",
    paid: state.paid,
    confirmed: state.confirmed !== null,
  });
  const right = path === pathOf(step);
  useEffect(() => {
    if (!right) navigate(pathOf(step), { replace: true });
  }, [right, step, navigate]);

  // what was booked is over once its guest looks for another (ACT-34)
  const finished = step === "select-activity" && state.confirmed !== null;
  useEffect(() => {
    if (finished) startOver();
  }, [finished, startOver]);

  const hotel = names.property(property).name;
  const title = t(STEP_LABELS[step]);
  useEffect(() => {
    document.title = `${title} · ${hotel}`;
  }, [title, hotel]);

  const main = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every step begins at its top, with the focus
  useEffect(() => {
    window.scrollTo({ top: 0 });
    main.current?.focus({ preventScroll: true });
  }, [step]);

  const Screen = screens[step];
  return (
    <main ref={main} tabIndex={-1} className="page wizard activities" data-step={DATA_STEP[step]}>
      <Screen />
    </main>
  );
}

/** The stylesheets of the booking's steps know them by these names. */
const DATA_STEP: Readonly<Record<ActivityStep, string>> = {
  "select-activity": "select",
  "activity-details": "details",
  "guest-information": "information",
  payments: "payment",
  confirmation: "confirmation",
};
