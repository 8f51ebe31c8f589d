import { type ComponentProps, type ReactNode, useEffect } from "react";
import { Boundary, NotLoaded } from "../../shell/Boundary";
import { part } from "../../shell/part";
import { Skeleton } from "../../ui";

/** The calendar, loaded when it is first opened; until then a shape of its size. */
const Calendar = part(
  () => import("./Dates"),
  <div className="drop">
    <Skeleton block="30rem" />
  </div>,
);

/** Who sleeps where, likewise. */
const GuestsForm = part(() => import("./GuestsForm"), <Skeleton block="12rem" />);

/** Who pays where a company may; there before it is asked. */
export const WhoPays = part(() => import("./WhoPays"));

/** Loads the code of calendar and guests before anyone asks for it, one after the other: each is a short task. */
export async function prefetchPanels(): Promise<void> {
  await Calendar.prefetch();
  await GuestsForm.prefetch();
}

/** A panel that does not load says so in its own place: what is typed around it stays. */
const Panel = ({ children }: { children: ReactNode }) => (
  <Boundary instead={<NotLoaded />}>{children}</Boundary>
);

export function Dates(
  props: ComponentProps<typeof Calendar> & {
    /** Escape closes it, and leaves the focus on what opened it; not given where a dialog around it does so. */
    onClose?: (() => void) | undefined;
  },
) {
  const { onClose, ...calendar } = props;
  const by = props.opened?.by;
  useEffect(() => {
    if (!onClose) return;
    const hear = ({ key, defaultPrevented }: KeyboardEvent) => {
      // what else is open above it closes first
      if (key !== "Escape" || defaultPrevented || document.querySelector("dialog[open]")) return;
      onClose();
      by?.focus();
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, [onClose, by]);
  return (
    <Panel>
      <Calendar {...calendar} />
    </Panel>
  );
}

export const Guests = (props: ComponentProps<typeof GuestsForm>) => (
  <Panel>
    <GuestsForm {...props} />
  </Panel>
);
