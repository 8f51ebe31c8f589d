import { part } from "../../shell/part";
import { Skeleton } from "../../ui";

/** The calendar, loaded when it is first opened; until then a shape of its size. */
export const Dates = part(() => import("./Dates"), <Skeleton className="drop-skeleton" block="30rem" />);

/** Who sleeps where, likewise. */
export const Guests = part(() => import("./GuestsForm"), <Skeleton block="12rem" />);

/** Loads the code of calendar and guests before anyone asks for it. */
export function prefetchPanels(): void {
  void Dates.prefetch();
  void Guests.prefetch();
}
