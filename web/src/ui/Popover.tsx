import { type ReactNode, useEffect, useRef } from "react";
import "./popover.css";

export interface PopoverProps {
  /** Called for Escape, a click outside or when focus leaves; `refocus` says whether the opener should get focus. */
  onClose: (refocus: boolean) => void;
  label: string;
  children: ReactNode;
  className?: string;
  /** Which edge of the parent it hangs from. */
  align?: "start" | "end";
}

/** A panel hanging under its parent (`position: relative`). Not modal: Tab walks on and closes it. */
export function Popover({ onClose, label, children, className, align = "start" }: PopoverProps) {
  const ref = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const outside = (event: Event) => {
      const root = ref.current?.parentElement;
      if (root && event.target instanceof Node && !root.contains(event.target)) close.current(false);
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    };
  }, []);
  return (
    <div
      ref={ref}
      role="dialog"
      aria-label={label}
      className={["popover pop", align === "end" ? "end" : "", className ?? ""].join(" ").trim()}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close.current(true);
      }}
    >
      {children}
    </div>
  );
}
