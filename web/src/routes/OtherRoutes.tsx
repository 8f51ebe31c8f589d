/** Every screen that is not of booking rooms; what is no screen leads to the search. */
import { lazy, Suspense } from "react";
import { Redirect } from "wouter";
import { useBooking } from "../booking/BookingProvider";
import { chunk } from "../shell/chunk";

const ManageRoutes = lazy(() => chunk(() => import("../manage/ManageRoutes")));
const EventRoutes = lazy(() => chunk(() => import("../events/EventRoutes")));

/** The screens of managing a booking (ROUTE-06). */
const managePaths =
  /^\/(search-reservation(-result|-wrapper)?|cancel-reservation|guest-details|add-payment)$/;

export default function OtherRoutes({ path }: { path: string }) {
  const { property } = useBooking();
  if (/^\/events(\/|$)/.test(path)) {
    return (
      <Suspense fallback={null}>
        <EventRoutes path={path} />
      </Suspense>
    );
  }
  if (managePaths.test(path) && property.website_config.enable_search_reservation) {
    return (
      <Suspense fallback={null}>
        <ManageRoutes path={path} />
      </Suspense>
    );
  }
  return <Redirect to="/booking/search" replace />;
}
