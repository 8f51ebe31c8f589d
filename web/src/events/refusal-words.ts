import { hasCode } from "../api";
import { useI18n } from "../i18n";
import { useFailureWords } from "../shell/failure-words";

/** Why a step of an event failed: what is said of other things in the same case says what was not asked for here. */
export function useRefusalWords() {
  const { t } = useI18n();
  const failureWords = useFailureWords();
  return (error: unknown): string => {
    if (hasCode(error, "SPACE_MISSING")) return t("lbl_space_let_go");
    if (hasCode(error, "CANCELLATION_CHANGED")) return t("lbl_event_terms_changed");
    return failureWords(error);
  };
}
