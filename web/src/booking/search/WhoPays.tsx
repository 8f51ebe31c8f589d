import { useEffect } from "react";
import { useI18n } from "../../i18n";
import { Button, Dialog, Notice } from "../../ui";
import type { Mop } from "../deal";

/** Who will pay: the guest or the company (SEARCH-23). */
export default function WhoPays(props: {
  company: string;
  busy: boolean;
  failed: boolean;
  onPay: (mop: Mop) => void;
  onClose: () => void;
}) {
  const { company, busy, failed, onPay, onClose } = props;
  const { t } = useI18n();
  // after a reload nothing on the page has opened it, so nothing gets the focus back
  useEffect(
    () => () => {
      if (document.activeElement === document.body)
        document.querySelector("main")?.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <Dialog
      title={t("lbl_who_will_pay")}
      onClose={onClose}
      foot={
        <>
          <Button look="line" disabled={busy} onClick={() => onPay("GUEST")}>
            {t("lbl_guest_will_pay")}
          </Button>
          <Button busy={busy} onClick={() => onPay("COMPANY")}>
            {t("lbl_company_will_pay")}
          </Button>
        </>
      }
    >
      <p>{t("lbl_who_will_pay_text", { company })}</p>
      {failed && (
        <Notice tone="bad" role="alert">
          {t("lbl_search_did_not_start")}
        </Notice>
      )}
    </Dialog>
  );
}
