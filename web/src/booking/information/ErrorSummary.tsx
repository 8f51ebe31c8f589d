import { type Ref, useImperativeHandle, useRef } from "react";
import { useI18n } from "../../i18n";
import { Notice } from "../../ui";

export interface SummaryLine {
  /** Id of the control to go to. */
  target: string;
  field: string;
  problem: string;
  /** Brings the control onto the screen where it is not there yet. */
  reveal?: () => void;
}

/** What is to be mended, each line leading to its field. Takes focus when Next finds something. */
export function ErrorSummary({
  ref,
  lines,
}: {
  ref: Ref<{ focus: () => void }>;
  lines: readonly SummaryLine[];
}) {
  const { t } = useI18n();
  const box = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => {
      box.current?.focus({ preventScroll: true });
      box.current?.scrollIntoView({ block: "center" });
    },
  }));
  if (lines.length === 0) return null;
  return (
    <div ref={box} tabIndex={-1} role="group" aria-labelledby="guest-summary" className="error-summary">
      <Notice tone="bad">
        <b id="guest-summary">{t("lbl_look_at", { count: lines.length })}</b>
        <ul>
          {lines.map((line) => (
            <li key={line.target}>
              <button
                type="button"
                className="as-link"
                onClick={() => {
                  line.reveal?.();
                  requestAnimationFrame(() => document.getElementById(line.target)?.focus());
                }}
              >
                {line.problem
                  ? t("lbl_problem_line", { field: line.field, problem: line.problem })
                  : line.field}
              </button>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
