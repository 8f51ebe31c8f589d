import { type ReactNode, useEffect, useRef } from "react";

/**
 * Brings what has appeared into sight and gives it the focus: on a phone what was pressed is a screen away. Once more for
 * each other `of`.
 */
export function InView({ of, children }: { of?: unknown; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each anew
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "center" });
  }, [of]);
  return (
    <div ref={box} tabIndex={-1} className="in-view">
      {children}
    </div>
  );
}
