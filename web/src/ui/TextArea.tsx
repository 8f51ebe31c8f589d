import type { TextareaHTMLAttributes } from "react";
import { Field, type FieldFrame } from "./Field";

type NativeArea = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange" | "value" | "className">;

export interface TextAreaProps extends FieldFrame, NativeArea {
  value: string;
  onChange: (value: string) => void;
}

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  const { label, optional, hint, error, className, value, onChange, id, ...rest } = props;
  return (
    <Field {...{ label, optional: optional ?? false, hint, error, className, id }}>
      {(ids) => (
        <textarea
          {...rest}
          {...ids}
          className="input"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
