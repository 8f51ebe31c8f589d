import type { ReactNode } from "react";
import { useI18n } from "../i18n";
import { Button, Notice } from "../ui";
import { InView } from "./InView";

/** A notification titled "Error" with the server's message (MANAGE-30), and with a way to try again where there is one. */
export function ErrorNotice({
  children,
  onRetry,
}: {
  children: ReactNode;
  onRetry?: (() => void) | undefined;
}) {
  const { t } = useI18n();
  return (
    <InView>
      <Notice tone="bad" role="alert">
        <p>
          <b>{t("lbl_error")}</b>
        </p>
        <p>{children}</p>
        {onRetry && (
          <Button look="line" onClick={onRetry}>
            {t("lbl_retry")}
          </Button>
        )}
      </Notice>
    </InView>
  );
}
