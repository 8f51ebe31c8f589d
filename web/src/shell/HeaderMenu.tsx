import { type ReactNode, useRef, useState } from "react";
import { useI18n } from "../i18n";
import { Icon, type IconName, Popover } from "../ui";
import { Boundary, NotLoaded } from "./Boundary";

/**
 * A choice in the header: its button, and the list with its search box under it on desks, unfolded in the drawer on
 * phones. The list is loaded when it is opened.
 */
export function HeaderMenu(props: {
  label: string;
  icon?: IconName;
  /** What is chosen now, as the button says it. */
  shown: string;
  inDrawer: boolean;
  /** The list; it calls what it is given when something was chosen. */
  children: (chosen: () => void) => ReactNode;
}) {
  const { label, icon, shown, inDrawer, children } = props;
  const { colon } = useI18n();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (refocus: boolean) => {
    setOpen(false);
    if (refocus) button.current?.focus();
  };
  const list = open && <Boundary instead={<NotLoaded />}>{children(() => close(true))}</Boundary>;
  return (
    <div className="has-popover choice">
      <button
        ref={button}
        type="button"
        aria-haspopup={inDrawer ? undefined : "dialog"}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {icon && <Icon name={icon} small />}
        <span className={inDrawer ? "quiet" : "vh"}>{label + colon} </span>
        {shown}
        <Icon name={open ? "up" : "down"} small />
      </button>
      {inDrawer
        ? list
        : list && (
            <Popover align="end" label={label} onClose={close}>
              {list}
            </Popover>
          )}
    </div>
  );
}
