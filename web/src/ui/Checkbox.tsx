import { type ReactNode, useId } from "react";
import { Icon } from "./Icon";
import "./field.css";

export interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  /** It cannot be ticked; it stays focusable, and its words say why. */
  off?: boolean;
  /** It cannot be changed now. */
  readOnly?: boolean;
  error?: ReactNode;
  id?: string;
  name?: string;
}

/** A native checkbox under a drawn box. */
export function Checkbox(props: CheckboxProps) {
  const { checked, onChange, children, off = false, readOnly = false, error, id, name } = props;
  const own = useId();
  const inputId = id ?? own;
  return (
    <div className={error ? "field bad" : "field"}>
      <label className="check" htmlFor={inputId}>
        <input
          id={inputId}
          name={name}
          type="checkbox"
          className="vh"
          checked={checked}
          aria-disabled={off || readOnly || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${inputId}-error` : undefined}
          onChange={(event) => {
            if (readOnly) return;
            if (!off || !event.target.checked) onChange(event.target.checked);
          }}
        />
        <span className={checked ? "box on" : "box"}>{checked && <Icon name="check" small />}</span>
        <span>{children}</span>
      </label>
      {error && (
        <p className="err" id={`${inputId}-error`}>
          <Icon name="alert" small />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
