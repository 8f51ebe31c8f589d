import { useEffect, useState } from "react";
import { raiseExpired } from "../api";
import { useI18n } from "../i18n";
import { Button, Dialog } from "../ui";
import { watchSession } from "./session";

/** Asks two minutes before the session ends, and ends it. The button needs no handler of its own: any click stays. */
export function SessionWatch() {
  const { t } = useI18n();
  const [warned, setWarned] = useState(false);
  useEffect(
    () =>
      watchSession(document, {
        warn: () => setWarned(true),
        calm: () => setWarned(false),
        expire: () => {
          setWarned(false);
          raiseExpired();
        },
      }),
    [],
  );
  if (!warned) return null;
  return (
    <Dialog
      modal="alert"
      title={t("lbl_session_ending")}
      onClose={() => setWarned(false)}
      foot={<Button onClick={() => setWarned(false)}>{t("lbl_session_stay")}</Button>}
    >
      <p>{t("lbl_session_ending_text")}</p>
    </Dialog>
  );
}
