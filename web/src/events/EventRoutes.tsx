/** The screens of booking an event, each on its own address (ROUTE-09). */
import { type ComponentType, useContext, useEffect, useRef } from "react";
import { useBooking } from "../booking/BookingProvider";
import { GoContext } from "../booking/go";
import { WithQueries } from "../booking/WithQueries";
import { useI18n } from "../i18n";
import { Skeleton } from "../ui";
import { Confirmation } from "./Confirmation";
import { GuestInformation } from "./GuestInformation";
import { Payments } from "./Payments";
import { SelectPackage } from "./SelectPackage";
import { SelectSpace } from "./SelectSpace";
import { type EventStep, pathOf, reachable, STEP_LABELS, stepOfPath } from "./steps";
import { EventProvider, useEvent } from "./useEvent";
import "./events.css";

const screens: Readonly<Record<EventStep, ComponentType>> = {
  "select-space": SelectSpace,
  "select-package": SelectPackage,
  "guest-information": GuestInformation,
  payments: Payments,
  confirmation: Confirmation,
};

export default function EventRoutes({ path }: { path: string }) {
  return (
    <WithQueries>
      <EventProvider>
        <Screens path={path} />
      </EventProvider>
    </WithQueries>
  );
}

function Screens({ path }: { path: string }) {
  const { t } = useI18n();
  const { property, names } = useBooking();
  const { navigate } = useContext(GoContext);
  const { event, reading, startOver } = useEvent();
  const wanted = stepOfPath(path);
  const step = reading ? wanted : reachable(wanted, event);
  const right = path === pathOf(step);
  useEffect(() => {
    if (!right) navigate(pathOf(step), { replace: true });
  }, [right, step, navigate]);

  // what was booked is over once its guest looks for another (EVENT-06)
  const finished = !reading && step === "select-space" && event?.confirmation != null;
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
    <main ref={main} tabIndex={-1} className="page wizard events" data-step={DATA_STEP[step]}>
      {reading ? (
        <div className="waiting" role="status" aria-label={t("lbl_loading")}>
          <Skeleton block="3rem" />
          <Skeleton block="18rem" />
        </div>
      ) : (
        <Screen />
      )}
    </main>
  );
}

/** The stylesheets of the booking's steps know them by these names. */
const DATA_STEP: Readonly<Record<EventStep, string>> = {
  "select-space": "space",
  "select-package": "package",
  "guest-information": "information",
  payments: "payment",
  confirmation: "confirmation",
};
