import { Skeleton } from "../ui";

/** Where a step is on its way. */
export const StepSkeleton = () => (
  <div className="step-skeleton">
    <Skeleton block="3rem" inline="60%" />
    <Skeleton block="14rem" />
    <Skeleton block="14rem" />
  </div>
);

/** Where a whole screen is on its way. */
export const ScreenSkeleton = () => (
  <main className="page" aria-busy="true">
    <StepSkeleton />
  </main>
);
