import { ApiProblem } from "../api";
import { type LabelKey, useI18n } from "../i18n";
import { useProblemWords } from "./problem-words";

/** Why something that the guest began failed: what the server says of it, else that it gave no answer. */
export function useFailureWords(): (error: unknown, otherwise?: LabelKey) => string {
  const { t } = useI18n();
  const problemWords = useProblemWords();
  return (error, otherwise = "lbl_no_answer") =>
    (error instanceof ApiProblem && problemWords(error)) || t(otherwise);
}
