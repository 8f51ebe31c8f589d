import { isValidElement, type ReactElement, useRef, useState } from "react";
import { Icon, type IconName, Popover, SearchList, type SearchOption } from "../ui";

/** A choice in the header with a search box: under its button on desks, unfolded in the drawer on phones. */
export function HeaderMenu(props: {
  label: string;
  icon?: IconName;
  /** What is chosen now, as the button says it. */
  shown: string;
  value: string;
  /** What stands in place of a list that is not there yet. */
  options: readonly SearchOption[] | ReactElement;
  inDrawer: boolean;
  onOpen?: () => void;
  onChoose: (value: string) => void;
}) {
  const { label, icon, shown, value, options, inDrawer, onOpen, onChoose } = props;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (refocus: boolean) => {
    setOpen(false);
    if (refocus) button.current?.focus();
  };
  const list = isValidElement(options) ? (
    <div className="waiting" role="status">
      {options}
    </div>
  ) : (
    <SearchList
      label={label}
      options={options}
      value={value}
      onChoose={(chosen) => {
        close(true);
        onChoose(chosen);
      }}
    />
  );
  return (
    <div className="has-popover choice">
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          if (!open) onOpen?.();
          setOpen(!open);
        }}
      >
        {icon && <Icon name={icon} small />}
        <span className={inDrawer ? "quiet" : "vh"}>{label}: </span>
        {shown}
        <Icon name={open ? "up" : "down"} small />
      </button>
      {open && inDrawer && list}
      {open && !inDrawer && (
        <Popover align="end" label={label} onClose={close}>
          {list}
        </Popover>
      )}
    </div>
  );
}
