import type { InputHTMLAttributes } from "react";
import { Field, type FieldFrame } from "./Field";

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value" | "className">;

export interface TextFieldProps extends FieldFrame, Native {
  value: string;
  onChange: (value: string) => void;
}

/** One line of text. `type`, `inputMode`, `autoComplete`, `onBlur` go to the input. */
export function TextField(props: TextFieldProps) {
  const { label, optional, hint, error, errorAt, className, value, onChange, id, required, ...rest } = props;
  return (
    <Field {...{ label, optional: optional ?? false, hint, error, errorAt, className, id }}>
      {(ids) => (
        <input
          {...rest}
          {...ids}
          className="input"
          aria-required={required || undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
