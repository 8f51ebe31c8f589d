import type { ReactNode } from "react";
import { useI18n } from "../i18n";
import { Button, Notice } from "../ui";
import { InView } from "./InView";

/** A notification titled "Error" with the server's message (MANAGE-30), and with a way to try again where there is one. */
export function ErrorNotice({
  children,
  of,
  onRetry,
}: {
  children: ReactNode;
  /** Another error is told anew, also where its words are the same. */
  of?: unknown;
  onRetry?: (() => void) | undefined;
}) {
  const { t } = useI18n();
  return (
    <InView of={of}>
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
