import { useI18n } from "../../i18n";
import { Button, Notice } from "../../ui";
import { useOpenReservation } from "./use-leave";

/** The time of a change is over: why it cannot be gone on with, and the way to its stay. */
export function ChangeOver({ className }: { className?: string }) {
  const { t } = useI18n();
  const { open, busy } = useOpenReservation();
  return (
    <Notice tone="warn" role="alert" className={className}>
      <p>{t("lbl_change_over")}</p>
      <Button look="line" busy={busy} onClick={() => void open()}>
        {t("lbl_go_back_to_reservation")}
      </Button>
    </Notice>
  );
}
