import { useI18n } from "../../i18n";
import { Button, Notice } from "../../ui";
import type { ChangeEnd } from "./fixed";
import { useOpenReservation } from "./use-open-reservation";

/** A change is over: why it cannot be gone on with, and the way to its stay. */
export function ChangeOver(props: {
  className?: string;
  words?: ChangeEnd;
  /** Id for the words. */
  id?: string;
}) {
  const { className, words = "lbl_change_over", id } = props;
  const { t } = useI18n();
  const { open, busy, problem } = useOpenReservation();
  return (
    <Notice tone="warn" role="alert" className={className}>
      <p id={id}>{t(words)}</p>
      {problem && <p>{problem}</p>}
      <Button look="line" busy={busy} onClick={() => void open()}>
        {t("lbl_go_back_to_reservation")}
      </Button>
    </Notice>
  );
}
