import type { ApiProblem } from "../api";
import { type LabelKey, useI18n } from "../i18n";

/** What a failed call says to the guest: the label it names, in their language, else the server's own sentence. */
export function useProblemWords(): (problem: Pick<ApiProblem, "message" | "body">) => string | null {
  const { t } = useI18n();
  return ({ message, body }) => {
    const key = body.label;
    const words = key ? t(key as LabelKey) : key;
    return words && words !== key ? words : message || null;
  };
}
