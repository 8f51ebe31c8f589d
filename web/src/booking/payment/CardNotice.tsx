import { useEffect, useRef } from "react";
import type { CardProblem } from "../../card/exchange";
import { useI18n } from "../../i18n";
import { useProblemWords } from "../../shell/problem-words";
import { Button, Notice } from "../../ui";

/**
 * What went wrong with the card and what to do, brought into sight: a phone's guest orders from the foot of the step.
 * Nothing was booked (PAY-09, PAY-20, PAY-22).
 */
export function CardNotice(props: { problem: CardProblem; onNewCard: () => void }) {
  const { problem, onNewCard } = props;
  const { t } = useI18n();
  const message = useProblemWords()(problem) ?? "";
  const told = useRef<HTMLDivElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal anew
  useEffect(() => {
    told.current?.scrollIntoView({ block: "center" });
    // the button that ordered goes out of sight by that, and the focus must not go with it
    if (document.activeElement?.closest(".foot,.bar,.actions")) again.current?.focus({ preventScroll: true });
  }, [problem]);
  if (problem.kind === "BUSY") return null;
  const newCard = (
    <Button ref={again} look="line" onClick={onNewCard}>
      {t("lbl_add_payment_details")}
    </Button>
  );
  const words = {
    REQUIRED: {
      title: t("lbl_credit_card_required"),
      text: message || t("lbl_credit_card_fill"),
      more: null,
    },
    EXPIRED: { title: t("lbl_card_expired"), text: t("lbl_card_expired_do"), more: newCard },
    DECLINED: { title: t("lbl_payment_failed"), text: message, more: newCard },
    FRAME: { title: message || t("lbl_card_failed"), text: "", more: newCard },
    SILENT: { title: t("lbl_card_silent"), text: "", more: null },
  }[problem.kind];
  return (
    <Notice ref={told} tone="bad" role="alert" className="card-notice">
      <p>
        <b>{words.title}</b>
      </p>
      {words.text && <p>{words.text}</p>}
      {words.more}
    </Notice>
  );
}
