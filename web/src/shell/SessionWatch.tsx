import { useEffect, useRef, useState } from "react";
import { raiseExpired } from "../api";
import { useI18n } from "../i18n";
import { Button, Dialog } from "../ui";
import { useShell } from "./ShellContext";
import { sessionOf, WARNING_MS, warningOf, watchSession } from "./session";

/**
 * Asks before the session ends, and ends it. The button needs no handler of its own: any click stays, and the server
 * is told, so that the rooms are held as long as the session is.
 */
export function SessionWatch(props: { onStay: () => void; waits: () => boolean }) {
  const { t } = useI18n();
  const { property } = useShell();
  const session = sessionOf(property.hold_minutes);
  const latest = useRef(props);
  latest.current = props;
  const [warned, setWarned] = useState(false);
  useEffect(
    () =>
      watchSession(
        document,
        {
          warn: () => setWarned(true),
          calm: () => {
            setWarned(false);
            latest.current.onStay();
          },
          active: () => latest.current.onStay(),
          waits: () => latest.current.waits(),
          expire: () => {
            setWarned(false);
            raiseExpired();
          },
        },
        session,
      ),
    [session],
  );
  if (!warned) return null;
  return (
    <Dialog
      modal="alert"
      title={t("lbl_session_ending")}
      onClose={() => setWarned(false)}
      foot={<Button onClick={() => setWarned(false)}>{t("lbl_session_stay")}</Button>}
    >
      <p>{t(warningOf(session) < WARNING_MS ? "lbl_session_ending_short" : "lbl_session_ending_text")}</p>
    </Dialog>
  );
}
