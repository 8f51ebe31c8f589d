import { type ComponentProps, lazy, Suspense } from "react";
import { chunk } from "../../shell/chunk";
import { Skeleton } from "../../ui";

const load = () => import("./Dates");
const Loaded = lazy(() => chunk(load));
const loadGuests = () => import("./GuestsForm");
const LoadedGuests = lazy(() => chunk(loadGuests));

/** Loads the code of calendar and guests before anyone asks for it. */
export function prefetchPanels(): void {
  void Promise.all([load(), loadGuests()]).catch(() => undefined);
}

/** The calendar, loaded when it is first opened; until then a shape of its size. */
export function Dates(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<Skeleton className="drop-skeleton" block="30rem" />}>
      <Loaded {...props} />
    </Suspense>
  );
}

/** Who sleeps where, likewise. */
export function Guests(props: ComponentProps<typeof LoadedGuests>) {
  return (
    <Suspense fallback={<Skeleton block="12rem" />}>
      <LoadedGuests {...props} />
    </Suspense>
  );
}
