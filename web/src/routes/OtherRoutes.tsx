/** Every screen that is not of booking rooms; what is no screen leads to the search. */
import { lazy, Suspense } from "react";
import { Redirect } from "wouter";
import { useBooking } from "../booking/BookingProvider";
import { chunk } from "../shell/chunk";

const ManageRoutes = lazy(() => chunk(() => import("../manage/ManageRoutes")));
const ActivityRoutes = lazy(() => chunk(() => import("../activities/ActivityRoutes")));

/** The screens of managing a booking (ROUTE-06). */
const managePaths =
  /^\/(search-reservation(-result|-wrapper)?|cancel-reservation|guest-details|add-payment)$/;

export default function OtherRoutes({ path }: { path: string }) {
  const { property } = useBooking();
  if (/^\/activities(\/|$)/.test(path)) {
    return (
      <Suspense fallback={null}>
        <ActivityRoutes path={path} />
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
