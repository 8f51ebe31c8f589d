import { useId, useState } from "react";
import { type LabelKey, useI18n } from "../../i18n";
import { Button, TextField } from "../../ui";
import { type CodeKind, codeText, type TypedCode } from "../deal";

const labels: Readonly<Record<CodeKind, LabelKey>> = {
  promo: "lbl_promo_code",
  company: "lbl_company_code",
  group: "lbl_group_code",
};

/** "I have a code", and a field for each kind that the hotel takes; typing in one clears the others (SEARCH-14). */
export function CodeField(props: {
  kinds: readonly CodeKind[];
  value: TypedCode | null;
  onChange: (value: TypedCode | null) => void;
  /** What the search was refused for, and the id of what says so: a code is marked when it was that. */
  refused: { for: string; at: string } | null;
}) {
  const { kinds, value, onChange, refused } = props;
  const { t } = useI18n();
  const [open, setOpen] = useState(value !== null);
  const fields = useId();
  const [first] = kinds;
  if (!first) return null;
  return (
    <div className="codes">
      <Button
        look="bare"
        aria-expanded={open}
        aria-controls={fields}
        onClick={() => {
          if (open) onChange(null);
          setOpen(!open);
        }}
      >
        {t(open ? "lbl_no_code" : "lbl_have_code")}
      </Button>
      <div id={fields} className="code-fields" hidden={!open}>
        {open &&
          kinds.map((kind) => (
            <TextField
              key={kind}
              label={t(labels[kind])}
              value={value?.kind === kind ? value.code : ""}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              errorAt={refused?.for === kind ? refused.at : undefined}
              // the guest asked for it just now
              autoFocus={kind === first && value === null}
              onChange={(text) => {
                const code = codeText(text);
                onChange(code === "" ? null : { kind, code });
              }}
            />
          ))}
        {kinds.length > 1 && <p className="small quiet">{t("lbl_one_code_only")}</p>}
      </div>
    </div>
  );
}
