import { type ReactNode, useId } from "react";
import { useI18n } from "../i18n";
import { Icon } from "./Icon";
import "./field.css";

export interface FieldFrame {
  label: ReactNode;
  /** Adds a quiet "optional" behind the label. */
  optional?: boolean;
  hint?: ReactNode;
  /** What is wrong, in one sentence; marks the field and is read with it. */
  error?: ReactNode;
  /** Id of what says so elsewhere on the screen, in place of `error`. */
  errorAt?: string | undefined;
  className?: string | undefined;
}

/** What a control needs to belong to its label, hint and error. */
export interface ControlIds {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** Label above, control, hint or error beneath. `children` gets the ids to spread on its control. */
export function Field(
  props: FieldFrame & { id?: string | undefined; children: (ids: ControlIds) => ReactNode },
) {
  const own = useId();
  const id = props.id ?? own;
  const { t } = useI18n();
  const { label, optional, hint, error, errorAt, className, children } = props;
  const bad = Boolean(error || errorAt);
  const described = [error ? `${id}-error` : errorAt, hint ? `${id}-hint` : ""].filter(Boolean).join(" ");
  return (
    <div className={["field", bad ? "bad" : "", className ?? ""].filter(Boolean).join(" ")}>
      <label id={`${id}-label`} htmlFor={id}>
        {label} {optional && <i>{t("lbl_optional")}</i>}
      </label>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": bad || undefined })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="err" id={`${id}-error`}>
          <Icon name="alert" small />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
