/** The screens of booking an event, each on its own address (ROUTE-09). */
import { type ComponentType, useContext, useEffect } from "react";
import { ApiProblem } from "../api";
import { GoContext } from "../booking/go";
import { useProblemWords } from "../booking/problem-words";
import { WithQueries } from "../booking/WithQueries";
import { SideScreen } from "../booking/wizard/SideScreen";
import { useI18n } from "../i18n";
import { Button, Notice, Skeleton } from "../ui";
import { Confirmation } from "./Confirmation";
import { GuestInformation } from "./GuestInformation";
import { Payments } from "./Payments";
import { SelectPackage } from "./SelectPackage";
import { SelectSpace } from "./SelectSpace";
import { type EventStep, eventSteps, pathOf, reachable } from "./steps";
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
      <EventProvider path={path}>
        <Screens path={path} />
      </EventProvider>
    </WithQueries>
  );
}

function Screens({ path }: { path: string }) {
  const { t } = useI18n();
  const { navigate } = useContext(GoContext);
  const { event, reading, unread, readAgain, seen, see, startOver } = useEvent();
  const problemWords = useProblemWords();
  const wanted = eventSteps.stepOfPath(path);
  const step = reading ? wanted : reachable(wanted, event, seen);
  const toSee = !seen && wanted === "confirmation" && event?.confirmation != null;
  useEffect(() => {
    if (toSee) see();
  }, [toSee, see]);
  const Screen = screens[step];
  const [sub] = event?.sub_events ?? [];
  const bill = event?.client_visible_data.summary;
  const booked = step === "confirmation" ? event?.confirmation : null;
  return (
    <SideScreen
      of={eventSteps}
      path={path}
      step={step}
      className="events"
      finished={!reading && event?.confirmation != null}
      startOver={startOver}
      item={
        sub && bill && step !== "select-space"
          ? {
              item_id: sub.space.id,
              item_name: sub.space.name,
              item_variant: sub.selected_space_price_plan_id,
              price: booked?.grand_total ?? bill.total_amount,
              currency: bill.currency,
            }
          : null
      }
      purchase={
        booked
          ? {
              transaction_id: booked.confirmation_no,
              tax: booked.total_taxes,
              email: event?.contact?.guest_data.email ?? null,
            }
          : null
      }
    >
      {unread ? (
        <Notice tone="warn" role="alert" className="spaced">
          <p>{(unread instanceof ApiProblem && problemWords(unread)) || t("lbl_no_answer")}</p>
          <p className="ways">
            <Button look="line" onClick={readAgain}>
              {t("lbl_retry")}
            </Button>
            <Button
              look="bare"
              onClick={() => {
                startOver();
                navigate(pathOf("select-space"));
              }}
            >
              {t("lbl_event_begin_anew")}
            </Button>
          </p>
        </Notice>
      ) : reading ? (
        <div className="waiting" role="status" aria-label={t("lbl_loading")}>
          <Skeleton block="3rem" />
          <Skeleton block="18rem" />
        </div>
      ) : (
        <Screen />
      )}
    </SideScreen>
  );
}
