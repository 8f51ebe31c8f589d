import type { ReactNode } from "react";
import { useI18n } from "../../i18n";
import { Skeleton } from "../../ui";
import { WentWrong } from "../WentWrong";
import { ErrorSummary, type SummaryLine } from "./ErrorSummary";
import { GuestForm } from "./GuestForm";
import type { Contact } from "./use-contact";
import "./information.css";

/** The guest form, with what is to be mended above it, between what else a screen asks for. */
export function ContactForm(props: {
  contact: Contact;
  /** What is to be mended, when the form is not all of it. */
  lines?: readonly SummaryLine[];
  phoneHint?: string;
  /** Asked for before the guest, inside of the form. */
  before?: ReactNode;
  /** Asked for after the guest. */
  children?: ReactNode;
  onSubmit?: () => void;
}) {
  const { contact, before, children, onSubmit } = props;
  const { t } = useI18n();
  return (
    <>
      {contact.noRules && <WentWrong />}
      <ErrorSummary ref={contact.summary} lines={props.lines ?? contact.lines} />
      <form
        className="form"
        noValidate
        autoComplete="on"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          onSubmit?.();
        }}
      >
        {before}
        {contact.form ? (
          <GuestForm {...contact.form} phoneHint={props.phoneHint} />
        ) : (
          <div className="loading" role="status">
            <span className="vh">{t("lbl_fields_loading")}</span>
            {Array.from({ length: 8 }, (_, index) => (
              <Skeleton key={index} block="4.5rem" />
            ))}
          </div>
        )}
        {children}
      </form>
    </>
  );
}
