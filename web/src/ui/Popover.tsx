import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import "./popover.css";

export interface PopoverProps {
  /** Called for Escape, a click outside or when focus leaves; `refocus` says whether the opener should get focus. */
  onClose: (refocus: boolean) => void;
  label: string;
  children: ReactNode;
  className?: string;
  /** Which edge of the parent it hangs from. */
  align?: "start" | "end";
  /** More may come into it while it is open: it takes the side with more room from the start. */
  grows?: boolean;
}

/** Pixels between it and its parent, and between it and the window's edge. */
const GAP = 6;

/**
 * A panel hanging under its parent (`position: relative`), or standing on it where there is more room; never higher
 * than that room. Not modal: Tab walks on and closes it.
 */
export function Popover({ onClose, label, children, className, align = "start", grows }: PopoverProps) {
  const ref = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const panel = ref.current;
    const parent = panel?.parentElement;
    if (!panel || !parent) return;
    const { top, bottom } = parent.getBoundingClientRect();
    const beneath = window.innerHeight - bottom;
    const fits = !grows && panel.offsetHeight + 2 * GAP <= beneath;
    const up = !fits && top > beneath;
    panel.classList.toggle("up", up);
    panel.style.maxBlockSize = `${(up ? top : beneath) - 2 * GAP}px`;
  }, [grows]);
  useEffect(() => {
    // Escape closes it from its opener too, where the focus stays when it is opened by key
    const hear = (event: Event) => {
      const key = event instanceof KeyboardEvent;
      const inside = ref.current?.parentElement?.contains(event.target as Node);
      if (key ? event.key !== "Escape" : inside) return;
      // a dialog around it stays
      if (key) event.preventDefault();
      close.current(key);
    };
    const heard = ["pointerdown", "focusin", "keydown"];
    for (const name of heard) document.addEventListener(name, hear);
    return () => {
      for (const name of heard) document.removeEventListener(name, hear);
    };
  }, []);
  return (
    <div
      ref={ref}
      // a press on its words or its ground would take the focus to what is around it, which closes it
      tabIndex={-1}
      role="dialog"
      aria-label={label}
      className={["popover pop", align === "end" ? "end" : "", className ?? ""].join(" ").trim()}
    >
      {children}
    </div>
  );
}
