import type { ReactNode } from "react";

/** Sums to pay or to get back, side by side as far as their column is wide. */
export function Sums({ children }: { children: ReactNode }) {
  return (
    <div className="due">
      <dl className="three">{children}</dl>
    </div>
  );
}
