import { useState } from "react";
import { SESSION_EXPIRED, useFailure } from "../api";
import { useI18n } from "../i18n";
import { Button, Dialog } from "../ui";
import { freshPage } from "./chunk";
import { useProblemWords } from "./problem-words";

const TEXT_ID = "failure-text";

/** The popup for failures nobody else shows (ERR-01 to ERR-04) and for the expired session (SESSION-03). */
export function ErrorPopup({ popupUrl }: { popupUrl: string | null }) {
  const { t } = useI18n();
  const failure = useFailure();
  const problemWords = useProblemWords();
  const [leaving, setLeaving] = useState(false);
  if (!failure) return null;
  const expired = failure.status === SESSION_EXPIRED;
  const generic = failure.status === 0 ? t("lbl_no_answer") : t("lbl_something_went_wrong");
  const text = expired ? t("lbl_session_expired") : (problemWords(failure) ?? generic);
  const home = async () => {
    if (popupUrl) return window.location.assign(popupUrl);
    setLeaving(true);
    await freshPage();
    setLeaving(false);
  };
  return (
    <Dialog
      modal="alert"
      title={expired ? null : t("lbl_oops")}
      labelledBy={TEXT_ID}
      onClose={home}
      foot={
        <Button busy={leaving} onClick={home}>
          {t("lbl_home")}
        </Button>
      }
    >
      {!expired && failure.status > 0 && (
        <p className="quiet small">{t("lbl_error_code", { status: String(failure.status) })}</p>
      )}
      <p id={TEXT_ID}>{text}</p>
    </Dialog>
  );
}
