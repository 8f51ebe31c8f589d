/** The room flow's addresses: each step its own (ROUTE-03), and nobody lands on a step that cannot be (ROUTE-16). */
import { type ComponentType, useEffect, useLayoutEffect, useRef } from "react";
import { isAgreed } from "../booking/agreed";
import { arrive } from "../booking/arrive";
import { useBooking } from "../booking/BookingProvider";
import { reachableStep, type StepName, stepOfPath } from "../booking/flow";
import { useGo } from "../booking/go";
import { SearchStep } from "../booking/search/SearchStep";
import { asksOtherwise, queryOfSearch } from "../booking/search-data";
import { isUntold, ORDER } from "../booking/state";
import { BillBar, BillLines } from "../booking/summary/parts";
import { STEP_LABELS } from "../booking/wizard/step-names";
import { Wizard, WizardFrame } from "../booking/wizard/WizardFrame";
import { useI18n } from "../i18n";
import { Loader } from "../shell/Loader";
import { part } from "../shell/part";
import { StepSkeleton } from "../shell/ScreenSkeleton";
import { useOwnPage } from "../shell/strangers";

/** A step that loads when it is first shown, with the query cache around it; the first screen carries neither. */
function step(load: () => Promise<{ default: ComponentType }>) {
  return part(
    async () => {
      const [{ default: Step }, { WithQueries }] = await Promise.all([
        load(),
        import("../booking/WithQueries"),
      ]);
      return {
        default: () => (
          <WithQueries>
            <Step />
          </WithQueries>
        ),
      };
    },
    <StepSkeleton />,
  );
}

const rooms = step(() => import("../booking/rooms/RoomsStep"));
const addons = step(() => import("../booking/addons/AddonsStep"));
const pointsRedemption = step(() => import("../booking/points/PointsStep"));
const information = step(() => import("../booking/information/InformationStep"));
const payment = step(() => import("../booking/payment/PaymentStep"));
const confirmation = step(() => import("../booking/confirmation/ConfirmationStep"));

const screens: Partial<Record<StepName, typeof rooms>> = {
  rooms,
  addons,
  pointsRedemption,
  information,
  payment,
  confirmation,
};

const UnderWay = part(() => import("../booking/payment/UnderWay"));

/** What may come next. */
const following: Partial<Record<StepName, { prefetch: () => Promise<void> }[]>> = {
  search: [Wizard, rooms],
  rooms: [addons, pointsRedemption, information, BillLines, BillBar],
  addons: [information],
  pointsRedemption: [information],
  information: [payment, confirmation, UnderWay],
  payment: [confirmation, UnderWay],
};

/** Loads the screen of a step's address before it is shown. */
export function prefetchStep(path: string): void {
  const wanted = stepOfPath(path);
  const screen = wanted && screens[wanted];
  if (!screen) return;
  void Wizard.prefetch();
  void screen.prefetch();
}

/** The first screen is drawn before anything else is fetched; a search that runs by itself waits for nothing. */
const PREFETCH_MS = 1_500;
/** A new step is shown from its top, has the focus, and its name stands in the title. */
function useArrival(step: StepName): void {
  const { t } = useI18n();
  const { property, names } = useBooking();
  const hotel = names.property(property).name;
  const before = useRef(step);
  useEffect(() => {
    document.title = step === "search" ? hotel : `${t(STEP_LABELS[step])} · ${hotel}`;
  }, [step, hotel, t]);
  useEffect(() => {
    // the first step on screen keeps the place that the browser restores
    if (before.current === step) return;
    before.current = step;
    arrive();
  }, [step]);
}

export function BookingRoutes({ path, child = "" }: { path: string; child?: string }) {
  const { facts, state, query, limits } = useBooking();
  const go = useGo();
  const wanted = stepOfPath(path) ?? "search";
  const reached = reachableStep(wanted, facts, {
    searched: state.search !== null && state.batch !== null,
    guestGiven: state.guestGiven && isAgreed(state),
    committed: state.outcome !== null,
    untold: isUntold(state),
    ended: Boolean(state.outcome?.rooms.length || state.profile?.existing_reservation?.changed_elsewhere),
  });
  const shown = reached === "search" || screens[reached] ? reached : "search";
  // what is searched for, chosen, typed and given back waits for the end of an order; the step that sent it does so itself
  const sentFrom = useRef<StepName | null>(null);
  if (state.inProgress !== ORDER) sentFrom.current = shown;
  else if (shown !== sentFrom.current) sentFrom.current = null;
  const whoPays = shown === "search" && child === "confirm-payment-method" && state.asking !== null;
  // before anything is painted: what is shown and the address are one
  useLayoutEffect(() => {
    // nobody is asked who pays for no company's search
    if (path !== "" && (shown !== wanted || (child !== "" && !whoPays))) go(shown, { replace: true });
  });
  useLayoutEffect(() => {
    // the browser's Back may lead to an address from before the dates or guests were changed
    if (state.search && !whoPays && asksOtherwise(query, state.search, limits))
      go(shown, { replace: true, query: queryOfSearch(state.search) });
  });
  useEffect(() => {
    // the server cannot know the step: its first screen is for the search alone
    if (shown !== "search") document.getElementById("first-screen")?.remove();
  }, [shown]);
  const patient = shown === "search" && !state.autoSearch;
  useEffect(() => {
    // so that the next step opens at once, and a connection lost on the way there strands nobody
    const timer = setTimeout(
      async () => {
        for (const next of following[shown] ?? []) await next.prefetch();
      },
      patient ? PREFETCH_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [shown, patient]);
  useArrival(shown);
  if (useOwnPage(shown === "payment")) return <Loader picture={null} name={null} />;
  if (state.inProgress === ORDER && shown !== sentFrom.current) return <UnderWay />;
  const Screen = screens[shown];
  if (!Screen) return <SearchStep whoPays={whoPays} />;
  return (
    <WizardFrame current={shown}>
      <Screen />
    </WizardFrame>
  );
}
