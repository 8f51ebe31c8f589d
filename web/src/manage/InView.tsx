import { type ReactNode, useEffect, useRef } from "react";

/** Brings what has appeared into sight and gives it the focus: on a phone what was pressed is a screen away. */
export function InView({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="in-view">
      {children}
    </div>
  );
}
