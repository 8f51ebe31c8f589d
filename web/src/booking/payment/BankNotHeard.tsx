import { useI18n } from "../../i18n";
import { Notice } from "../../ui";

/** After a reload while the guest was at their bank (`at-bank.ts`). */
export function BankNotHeard() {
  const { t } = useI18n();
  return (
    <Notice tone="warn" role="alert">
      <p>
        <b>{t("lbl_refused_unconfirmed_title")}</b>
      </p>
      <p>{t("lbl_bank_not_heard")}</p>
    </Notice>
  );
}
