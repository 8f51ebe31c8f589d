import { useI18n } from "../i18n";
import { Icon } from "./Icon";
import "./stepper.css";

export interface StepperProps {
  /** What is counted, for instance "Adults, room 1". */
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** A number between two buttons. The number is announced when it changes; a button at its limit stays focusable. */
export function Stepper({ label, value, min, max, onChange }: StepperProps) {
  const { t, number } = useI18n();
  const button = (by: -1 | 1) => {
    const next = value + by;
    const stuck = next < min || next > max;
    return (
      <button
        type="button"
        aria-label={t(by < 0 ? "lbl_fewer" : "lbl_more", { what: label })}
        aria-disabled={stuck || undefined}
        onClick={() => {
          if (!stuck) onChange(next);
        }}
      >
        <Icon name={by < 0 ? "minus" : "plus"} small />
      </button>
    );
  };
  return (
    <div className="stepper" role="group" aria-label={label}>
      {button(-1)}
      <output className="num" aria-live="polite">
        {number(value)}
      </output>
      {button(1)}
    </div>
  );
}
