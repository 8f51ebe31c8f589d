import { type ReactNode, useRef, useState } from "react";
import { Field, type FieldFrame } from "./Field";
import { Icon } from "./Icon";
import { Popover } from "./Popover";
import { SearchList, type SearchOption } from "./SearchList";

export interface SelectProps extends FieldFrame {
  options: readonly SearchOption[];
  value: string | null;
  onChange: (value: string) => void;
  onBlur?: () => void;
  id?: string;
  placeholder?: string;
  /** It cannot be changed now. */
  readOnly?: boolean;
  /** What the closed control shows, when not the option's label. */
  shown?: ReactNode;
}

/** A choice from a long list with a search box in it: countries, states, dial codes. */
export function Select(props: SelectProps) {
  const { options, value, onChange, onBlur, placeholder, shown, readOnly, ...frame } = props;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const chosen = options.find((option) => option.value === value);
  const close = (refocus: boolean) => {
    setOpen(false);
    onBlur?.();
    if (refocus) button.current?.focus();
  };
  return (
    <Field {...frame}>
      {(ids) => (
        <div className="has-popover">
          <button
            {...ids}
            ref={button}
            type="button"
            className="input"
            // a label alone would keep the value from whoever hears the page
            aria-labelledby={`${ids.id}-label ${ids.id}-value`}
            aria-haspopup="dialog"
            aria-expanded={open}
            aria-disabled={readOnly || undefined}
            onClick={() => setOpen(!open && !readOnly)}
          >
            <span id={`${ids.id}-value`} className={shown || chosen ? undefined : "open"}>
              {shown ?? chosen?.label ?? placeholder ?? ""}
            </span>
            <Icon name="down" small className="push" />
          </button>
          {open && (
            <Popover label={typeof frame.label === "string" ? frame.label : ""} onClose={close}>
              <SearchList
                label={typeof frame.label === "string" ? frame.label : ""}
                options={options}
                value={value}
                onChoose={(next) => {
                  onChange(next);
                  close(true);
                }}
              />
            </Popover>
          )}
        </div>
      )}
    </Field>
  );
}
