import type { Ref } from "react";
import { useI18n } from "../i18n";
import { Notice } from "../ui";

/** "Error: something went wrong" (EVENT-50, ACT-38). */
export function WentWrong({ ref }: { ref?: Ref<HTMLDivElement> }) {
  const { t } = useI18n();
  return (
    <Notice ref={ref} tone="bad" role="alert" className="spaced">
      <b>{t("lbl_error")}</b>
      <p>{t("lbl_something_went_wrong")}</p>
    </Notice>
  );
}
