/** The screens of booking an activity, each on its own address (ROUTE-10). */
import { type ComponentType, useEffect } from "react";
import { useBooking } from "../booking/BookingProvider";
import { keepSideOrder } from "../booking/payment/ordered";
import { WithQueries } from "../booking/WithQueries";
import { SideScreen } from "../booking/wizard/SideScreen";
import { ActivityDetails } from "./ActivityDetails";
import { Confirmation } from "./Confirmation";
import { Frame } from "./Frame";
import { GuestInformation } from "./GuestInformation";
import { Payments } from "./Payments";
import { SelectActivity } from "./SelectActivity";
import { type ActivityStep, activitySteps, reachable } from "./steps";
import { ActivityProvider, useActivity } from "./useActivity";
import { useCalendar } from "./useCalendar";
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
  const { property, query } = useBooking();
  const { state, change, startOver } = useActivity();
  const wanted = query.get("activity") ?? "";
  const day = dayOf(wanted);
  const confirmed = state.confirmed !== null;
  const asked = activitySteps.stepOfPath(path);
  const step = reachable(asked, {
    chosen: day !== "",
    begun: state.start.kind !== "none",
    guestGiven: state.save.kind !== "none",
    paid: state.paid,
    confirmed,
    seen: state.seen,
  });
  const toSee = confirmed && !state.seen && asked === "confirmation";
  useEffect(() => {
    if (!toSee) return;
    keepSideOrder(property.id, "activity", false);
    change({ seen: true });
  }, [toSee, change, property.id]);
  const Screen = screens[step];
  const bought = (step === "confirmation" && state.ordered) || state;
  const looking = step === "activity-details";
  const calendar = useCalendar(property.id, day, day, looking).data;
  const instance = looking
    ? calendar?.dates[0]?.activities.find(({ id }) => id === wanted)
    : step === "select-activity"
      ? undefined
      : bought.chosen?.instance;
  const price = looking ? null : bought.price;
  const booked = step === "confirmation" ? state.confirmed : null;
  return (
    <SideScreen
      of={activitySteps}
      path={path}
      step={step}
      className="activities"
      finished={confirmed}
      startOver={startOver}
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
        booked
          ? {
              transaction_id: booked.confirmation_no,
              tax: price?.total_taxes ?? 0,
              email: state.guest?.email ?? null,
            }
          : null
      }
    >
      <Screen />
    </SideScreen>
  );
}
