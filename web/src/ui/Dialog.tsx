import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { useI18n } from "../i18n";
import { IconButton } from "./Button";
import { Icon } from "./Icon";
import "./dialog.css";

export interface DialogProps {
  /** Null for none; then `labelledBy` names it. */
  title: ReactNode;
  /** Id of the text that names a dialog without a title. */
  labelledBy?: string;
  /** Called for Escape, the close button and a click beside the dialog; the owner stops rendering it. */
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the foot, in sight where the window has room for more than them. */
  foot?: ReactNode;
  /** About half the window wide on desks (ROOMS-28); "most" of it for a calendar. */
  wide?: boolean | "most";
  /** The whole screen on phones. */
  full?: boolean;
  /** An alert that only its own buttons close; a task that a press beside it does not. */
  modal?: "alert" | "task" | undefined;
}

/** A modal dialog, a sheet on phones. The browser traps focus, makes the rest inert and gives focus back. */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, foot, wide, full, modal, labelledBy } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const beside = useRef(false);
  const id = useId();
  const { t } = useI18n();
  const alert = modal === "alert";
  // before the element is taken out of the page: only then does the browser give the focus back to the opener
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    // the focus is on its first button, which may have scrolled an alert past its words
    if (dialog?.getAttribute("role") === "alertdialog") dialog.scrollTop = 0;
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Escape is `onCancel`
    <dialog
      ref={ref}
      className={["sheet", wide ? "wide" : "", wide === "most" ? "widest" : "", full ? "full" : ""]
        .filter(Boolean)
        .join(" ")}
      aria-labelledby={title === null ? labelledBy : id}
      role={alert ? "alertdialog" : undefined}
      // named by its words, it is not described by them too
      aria-describedby={alert && title !== null ? `${id}-body` : undefined}
      onCancel={(event) => {
        // React hands on that of a dialog in this one
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!alert) onClose();
      }}
      onClose={(event) => {
        const dialog = event.currentTarget;
        if (event.target !== dialog || !dialog.isConnected || dialog.open) return;
        // a browser closes for Escape pressed again and again, whatever it was told
        if (alert) dialog.showModal();
        else onClose();
      }}
      // a drag out of it, as over the words of a field, ends in a click on the backdrop too
      onPointerDown={(event) => {
        beside.current = event.target === ref.current;
      }}
      onClick={(event) => {
        if (beside.current && event.target === ref.current && !modal) onClose();
      }}
    >
      {title !== null && (
        <div className="sheet-head">
          <h2 className="serif" id={id}>
            {title}
          </h2>
          {!alert && (
            <IconButton label={t("lbl_close")} onClick={onClose}>
              <Icon name="close" />
            </IconButton>
          )}
        </div>
      )}
      <div className="sheet-body" id={`${id}-body`}>
        {children}
      </div>
      {foot && <div className="sheet-foot">{foot}</div>}
    </dialog>
  );
}
