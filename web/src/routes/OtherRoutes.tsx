/** Every screen that is not of booking rooms; what is no screen leads to the search. */
import { useEffect, useLayoutEffect } from "react";
import { Redirect } from "wouter";
import { arrive } from "../booking/arrive";
import { useBooking } from "../booking/BookingProvider";
import { part } from "../shell/part";
import { ScreenSkeleton } from "../shell/ScreenSkeleton";
import { currentAddress, navigate, withQuery } from "./address";
import { BookingRoutes } from "./BookingRoutes";

const ManageRoutes = part(() => import("../manage/ManageRoutes"), <ScreenSkeleton />);
const ActivityRoutes = part(() => import("../activities/ActivityRoutes"), <ScreenSkeleton />);
const EventRoutes = part(() => import("../events/EventRoutes"), <ScreenSkeleton />);

/** The screens of managing a booking (ROUTE-06). */
const managePaths =
  /^\/(search-reservation(-result|-wrapper)?|cancel-reservation|guest-details|add-payment)$/;

function sectionOf(path: string) {
  if (/^\/activities(\/|$)/.test(path)) return ActivityRoutes;
  if (/^\/events(\/|$)/.test(path)) return EventRoutes;
  return managePaths.test(path) ? ManageRoutes : null;
}

/** Loads the screens of an address. */
export const prefetch = (path: string) => sectionOf(path)?.prefetch();

export default function OtherRoutes({ path }: { path: string }) {
  const { property, query } = useBooking();
  const unnamed = !query.get("pc");
  // what is reached by the hotel's number alone (START-03) leads on to screens that want its code too (START-01); the
  // screens carry it on. Where one has moved on meanwhile, it stays there.
  useLayoutEffect(() => {
    if (!unnamed) return;
    const address = currentAddress();
    navigate(`${address.path}?${withQuery(address, { pc: property.code })}`, { replace: true });
  }, [unnamed, property.code]);
  // the step that comes after them is not the page's first, which keeps the browser's place
  useEffect(() => arrive, []);
  const Section = sectionOf(path);
  if (Section && Section !== ManageRoutes) return <Section path={path} />;
  if (unnamed) return null;
  if (Section && property.website_config.enable_search_reservation) return <Section path={path} />;
  if (/^\/abs(\/|$)/.test(path)) return <DateSelector path={path} />;
  return <Redirect to="/booking/search" replace />;
}

const SELECT_DATES = "/abs/abs-steps/select-dates";

/** What follows the date selector's first screen is the wizard's own (ABS-03). */
const wizardSteps: Readonly<Record<string, string>> = {
  "/abs/abs-steps/select-room": "/booking/select-rooms",
  "/abs/abs-steps/guest-information": "/booking/guest-information",
  "/abs/abs-steps/payments": "/booking/payments",
};

/** Dates with prices, rooms and guests of the hotel of a number; its search goes to the rooms (ABS-01, ABS-02). */
function DateSelector({ path }: { path: string }) {
  const step = wizardSteps[path];
  if (step) return <Redirect to={step} replace />;
  if (path !== SELECT_DATES) return <Redirect to={SELECT_DATES} replace />;
  return <BookingRoutes path="search" child="" />;
}
