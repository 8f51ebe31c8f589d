import { type ReactNode, useId, useState } from "react";
import { useI18n } from "../i18n";
import { Dialog } from "./Dialog";
import { Icon } from "./Icon";

/** A day in words, by the page's language and not the browser's; pressed, it opens a calendar in a dialog. */
export function DayField(props: {
  label: string;
  value: string;
  onChange: (day: string) => void;
  /** The calendar, which calls `pick` for the day that is taken. */
  children: (pick: (day: string) => void) => ReactNode;
}) {
  const { label, value, onChange, children } = props;
  const { t, day } = useI18n();
  const [choosing, setChoosing] = useState(false);
  const id = useId();
  return (
    <div className="field">
      <span id={id} className="lbl">
        {label}
      </span>
      <button
        type="button"
        className="input"
        aria-haspopup="dialog"
        aria-labelledby={`${id} ${id}-day`}
        onClick={() => setChoosing(true)}
      >
        <Icon name="calendar" small />
        <span id={`${id}-day`}>{day(value, "dated")}</span>
        <Icon name="down" small className="push" />
      </button>
      {choosing && (
        <Dialog title={t("lbl_choose_date")} onClose={() => setChoosing(false)}>
          {children((picked) => {
            onChange(picked);
            setChoosing(false);
          })}
        </Dialog>
      )}
    </div>
  );
}
