/** The screens of booking an activity, each on its own address (ROUTE-10). */
import { type ComponentType, useCallback, useEffect, useRef } from "react";
import { useBooking } from "../booking/BookingProvider";
import { SideOrdered } from "../booking/payment/SideOrdered";
import { useMending } from "../booking/payment/side-order";
import { WithQueries } from "../booking/WithQueries";
import { SideScreen } from "../booking/wizard/SideScreen";
import { useI18n } from "../i18n";
import { ActivityDetails } from "./ActivityDetails";
import { Confirmation } from "./Confirmation";
import { Frame } from "./Frame";
import { GuestInformation } from "./GuestInformation";
import { Payments } from "./Payments";
import { SelectActivity } from "./SelectActivity";
import { isOfOther } from "./state";
import { type ActivityStep, activitySteps, reachable } from "./steps";
import { ActivityProvider, useActivity } from "./useActivity";
import { useCalendar } from "./useCalendar";
import { dayOf, useActivityWords } from "./words";
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
  const { day } = useI18n();
  const words = useActivityWords();
  const { property, query } = useBooking();
  const { state, change, basket, confirm, underWay, readBooked, startOver } = useActivity();
  const wanted = query.get("activity") ?? "";
  const date = dayOf(wanted);
  const confirmed = state.confirmed !== null;
  const asked = activitySteps.stepOfPath(path);
  const mend = useCallback(() => change({ refused: null }), [change]);
  const waits = state.ordered !== null && !confirmed;
  const mending = useMending(asked, confirmed ? null : state.refused, mend, (wanted) =>
    reachable(wanted, {
      chosen: date !== "",
      begun: state.start.kind !== "none",
      guestGiven: state.save.kind !== "none",
      confirmed,
      seen: state.seen,
    }),
  );
  const step = waits ? asked : mending.step;
  // what came of it, and what is booked as it stands by now
  const fresh = useRef(true);
  useEffect(() => {
    if (!fresh.current) return;
    fresh.current = false;
    if (waits && !underWay) confirm();
    else if (step === "confirmation") readBooked();
  }, [waits, underWay, confirm, step, readBooked]);
  const toSee = confirmed && !state.seen && asked === "confirmation";
  useEffect(() => {
    if (!toSee) return;
    change({ seen: true, ordered: null });
  }, [toSee, change]);
  const Screen = screens[step];
  const looking = step === "activity-details" && !waits;
  const calendar = useCalendar(property.id, date, date, looking).data;
  const instance = looking
    ? calendar?.dates[0]?.activities.find(({ id }) => id === wanted)
    : step === "select-activity"
      ? undefined
      : state.chosen?.instance;
  const price = looking ? null : state.price;
  const booked = step === "confirmation" ? state.confirmed : null;
  const ordered = state.ordered?.chosen.instance;
  const what = ordered
    ? [
        words.name(ordered.activity_template_id, ordered.name),
        day(ordered.date, "weekdayLong"),
        words.hours(ordered),
      ].join(" · ")
    : "";
  return (
    <SideScreen
      of={activitySteps}
      path={path}
      step={step}
      className="activities"
      finished={confirmed || isOfOther(state, basket)}
      startOver={startOver}
      waits={waits}
      item={
        instance && (looking || price)
          ? {
              item_id: instance.activity_template_id,
              item_name: instance.name,
              item_variant: instance.from_time,
              price: price?.grand_total ?? instance.activity_price.from_total,
              currency: price?.currency ?? property.currency,
            }
          : null
      }
      purchase={
        booked?.status === "CONFIRMED"
          ? {
              transaction_id: booked.confirmation_no,
              tax: price?.total_taxes ?? 0,
              email: state.guest?.email ?? null,
            }
          : null
      }
    >
      {waits ? (
        <Frame step={step}>
          <SideOrdered what={what} underWay={underWay} onAgain={confirm} />
        </Frame>
      ) : (
        <Screen />
      )}
    </SideScreen>
  );
}
