import { useState } from "react";
import { type LabelKey, useI18n } from "../../i18n";
import { Button, Icon, Notice } from "../../ui";
import "../confirmation/confirmation.css";
import "../../shell/loader.css";

/**
 * In place of every screen of an activity or an event whose order has no end that its guest knows: nothing else is begun,
 * chosen or given back meanwhile. It can be asked for once more without harm.
 */
export function SideOrdered(props: {
  /** What was ordered. */
  what: string;
  /** Its answer is waited for. */
  underWay: boolean;
  onAgain: () => void;
}) {
  const { what, underWay, onAgain } = props;
  const { t } = useI18n();
  const [tries, setTries] = useState(0);
  // whoever has pressed it finds the button where it was: words that take turns stand in the room of the longer ones
  const pressable = !underWay || tries > 0;
  const inTurn = (waits: LabelKey, unclear: LabelKey) => (
    <span className="in-turn" data-other={pressable ? t(underWay ? unclear : waits) : undefined}>
      <span>{t(underWay ? waits : unclear)}</span>
    </span>
  );
  return (
    <section className="confirmation not-complete" aria-labelledby="ordered-title">
      <div className={underWay ? "ring waits" : "ring"}>
        {underWay ? <span className="turning" aria-hidden="true" /> : <Icon name="alert" />}
      </div>
      <h1 className="serif" id="ordered-title">
        {inTurn("lbl_order_under_way", "lbl_unclear_title")}
      </h1>
      {what && <p className="sorry">{what}</p>}
      {/* said with each try */}
      <Notice
        key={`${tries} ${underWay}`}
        tone={underWay ? "info" : "warn"}
        role={underWay ? "status" : "alert"}
        className="spaced"
      >
        <p>{inTurn("lbl_order_under_way_say", "lbl_extra_unclear")}</p>
      </Notice>
      {/* whoever has pressed it keeps the focus */}
      {pressable && (
        <Button
          size="big"
          busy={underWay}
          onClick={() => {
            setTries(tries + 1);
            onAgain();
          }}
        >
          {t("lbl_retry")}
        </Button>
      )}
    </section>
  );
}
