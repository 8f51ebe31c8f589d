import type { ReactNode, Ref } from "react";
import { Icon } from "./Icon";
import "./notice.css";

const ICONS = { info: "info", good: "check", bad: "alert", warn: "alert" } as const;

/** A sentence set apart. `alert` is read out at once, `status` when there is time. */
export function Notice(props: {
  ref?: Ref<HTMLDivElement>;
  id?: string;
  tone?: "info" | "good" | "bad" | "warn";
  role?: "alert" | "status";
  children: ReactNode;
  className?: string;
}) {
  const { ref, id, tone = "info", role, children, className } = props;
  return (
    <div
      ref={ref}
      id={id}
      className={["notice", tone === "info" ? "" : tone, className ?? ""].filter(Boolean).join(" ")}
      role={role}
    >
      <Icon name={ICONS[tone]} />
      <div>{children}</div>
    </div>
  );
}

/** A short label on a row. */
export function Tag(props: { tone?: "good" | "warn" | "bad" | "accent"; children: ReactNode }) {
  return <span className={props.tone ? `tag ${props.tone}` : "tag"}>{props.children}</span>;
}
