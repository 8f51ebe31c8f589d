import { useI18n } from "../../i18n";
import { Icon, IconButton, say } from "../../ui";

/** The confirmation numbers, each with a button that copies it. */
export function Numbers({ numbers }: { numbers: readonly string[] }) {
  const { t } = useI18n();
  function copy(number: string): void {
    const done = navigator.clipboard?.writeText(number) ?? Promise.reject(new Error("no clipboard"));
    done.then(
      () => say(t("lbl_copied")),
      () => say(t("lbl_not_copied")),
    );
  }
  return (
    <dl className="numbers">
      <dt>{t(numbers.length > 1 ? "lbl_confirmation_numbers" : "lbl_confirmation_number")}</dt>
      {numbers.map((number) => (
        <dd key={number}>
          <bdi dir="ltr">{number}</bdi>
          <IconButton label={t("lbl_copy_number", { number })} onClick={() => copy(number)}>
            <Icon name="copy" />
          </IconButton>
        </dd>
      ))}
    </dl>
  );
}
