import { type ComponentProps, lazy, Suspense } from "react";
import { chunk } from "../../shell/chunk";
import { Skeleton } from "../../ui";

const load = () => import("./Dates");
const Loaded = lazy(() => chunk(load));

/** Loads the calendar's code before anyone asks for it. */
export function prefetchCalendar(): void {
  void load().catch(() => undefined);
}

/** The calendar, loaded when it is first opened; until then a shape of its size. */
export function Dates(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<Skeleton className="drop-skeleton" block="30rem" />}>
      <Loaded {...props} />
    </Suspense>
  );
}
