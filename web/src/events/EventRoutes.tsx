/** The screens of booking an event, each on its own address (ROUTE-09). */
import { type ComponentType, useContext, useEffect, useRef } from "react";
import { GoContext } from "../booking/go";
import { SideOrdered } from "../booking/payment/SideOrdered";
import { useMending } from "../booking/payment/side-order";
import { WithQueries } from "../booking/WithQueries";
import { SideScreen } from "../booking/wizard/SideScreen";
import { useI18n } from "../i18n";
import { Button, Notice, Skeleton } from "../ui";
import { Confirmation } from "./Confirmation";
import { Frame } from "./Frame";
import { GuestInformation } from "./GuestInformation";
import { Payments } from "./Payments";
import { useRefusalWords } from "./refusal-words";
import { SelectPackage } from "./SelectPackage";
import { SelectSpace } from "./SelectSpace";
import { useWhen } from "./Summary";
import { type EventStep, eventSteps, pathOf, reachable } from "./steps";
import { EventProvider, useEvent } from "./useEvent";
import "./events.css";

/** `above` says why what was ordered is not booked, where nothing is left to pay: the spaces are. */
const screens: Readonly<Record<EventStep, ComponentType<{ above?: string | undefined }>>> = {
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
  const { event, reading, unread, readAgain, ofOther, seen, see, startOver } = useEvent();
  const { agreed, ordered, underWay, refused, mend, confirm, saving, choosing } = useEvent();
  const words = useRefusalWords();
  const when = useWhen();
  const wanted = eventSteps.stepOfPath(path);
  const open = ordered && event?.confirmation == null;
  const mending = useMending(wanted, reading || event?.confirmation ? null : refused, mend, (to) =>
    reading || open ? to : reachable(to, event, seen, saving, choosing?.failed),
  );
  const { step } = mending;
  // what is searched for, chosen and typed waits for the end of an order; the step that sent it does so itself
  const sentFrom = useRef<EventStep | null>(null);
  if (!open) sentFrom.current = step;
  else if (!underWay || step !== sentFrom.current) sentFrom.current = null;
  const waits = open && sentFrom.current === null;
  const toSee = !seen && wanted === "confirmation" && event?.confirmation != null;
  useEffect(() => {
    if (toSee) see();
  }, [toSee, see]);
  const Screen = screens[step];
  const [sub] = event?.sub_events ?? [];
  const [first] = agreed?.sub_events ?? [];
  const { day, hours } = first ? when(first) : { day: "", hours: "" };
  const what = first ? [first.space.name, day, hours].join(" · ") : "";
  const bill = event?.client_visible_data.summary;
  const booked = step === "confirmation" ? event?.confirmation : null;
  return (
    <SideScreen
      of={eventSteps}
      path={path}
      step={step}
      className="events"
      finished={!reading && (event?.confirmation != null || ofOther)}
      startOver={startOver}
      waits={waits}
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
        booked?.status === "CONFIRMED"
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
          <p>{words(unread)}</p>
          <p className="ways">
            <Button look="line" onClick={readAgain}>
              {t("lbl_retry")}
            </Button>
            {!ordered && (
              <Button
                look="bare"
                onClick={() => {
                  startOver();
                  navigate(pathOf("select-space"));
                }}
              >
                {t("lbl_event_begin_anew")}
              </Button>
            )}
          </p>
        </Notice>
      ) : reading && !underWay ? (
        <div className="waiting" role="status">
          <span className="vh">{t("lbl_loading")}</span>
          <Skeleton block="3rem" />
          <Skeleton block="18rem" />
        </div>
      ) : waits ? (
        <Frame step={step}>
          <SideOrdered what={what} underWay={underWay} onAgain={confirm} />
        </Frame>
      ) : (
        <Screen above={mending.above && words(mending.above)} />
      )}
    </SideScreen>
  );
}
