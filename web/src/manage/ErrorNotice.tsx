import type { ReactNode } from "react";
import { useI18n } from "../i18n";
import { Notice } from "../ui";

/** A notification titled "Error" with the server's message (MANAGE-30). */
export function ErrorNotice({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  return (
    <Notice tone="bad" role="alert">
      <p>
        <b>{t("lbl_error")}</b>
      </p>
      <p>{children}</p>
    </Notice>
  );
}
