import type { ButtonHTMLAttributes, MouseEvent, Ref } from "react";
import "./button.css";

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled"> {
  ref?: Ref<HTMLButtonElement>;
  /** `fill` is the next step: one per view. */
  look?: "fill" | "line" | "soft" | "bare" | "danger";
  size?: "big" | undefined;
  wide?: boolean;
  /** Shows a spinner; the button stays focused and named but does nothing. */
  busy?: boolean;
  /** Stays reachable by keyboard, so that its reason can be read. */
  disabled?: boolean;
}

/** A button. Disabled and busy buttons keep their focus: `aria-disabled`, not `disabled`. */
export function Button(props: ButtonProps) {
  const { look = "fill", size, wide, busy, disabled, className, onClick, type = "button", ...rest } = props;
  const idle = !busy && !disabled;
  const classes = ["btn", look === "fill" ? "" : look, size ?? "", wide ? "wide" : "", className ?? ""];
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (idle) onClick?.(event);
    else event.preventDefault();
  };
  return (
    <button
      {...rest}
      type={type}
      className={classes.filter(Boolean).join(" ")}
      aria-disabled={!idle || undefined}
      aria-busy={busy || undefined}
      onClick={click}
    />
  );
}

/** A round button that is only an icon; `label` is its name. */
export function IconButton(props: Omit<ButtonProps, "look" | "size" | "wide"> & { label: string }) {
  const { label, busy, disabled, className, onClick, ...rest } = props;
  return (
    <button
      {...rest}
      type="button"
      className={["icon-btn", className ?? ""].join(" ").trim()}
      aria-label={label}
      aria-disabled={disabled || busy || undefined}
      onClick={(event) => {
        if (!disabled && !busy) onClick?.(event);
      }}
    />
  );
}
