import { type ReactNode, useMemo, useRef, useState } from "react";
import { useI18n } from "../../i18n";
import { Field, Icon, Popover, SearchList } from "../../ui";
import { countries } from "./countries";
import type { Phones } from "./phone";

export interface PhoneFieldProps {
  id: string;
  label: string;
  required: boolean;
  readOnly: boolean;
  error: ReactNode;
  /** What it is asked for. */
  hint: string;
  /** Null until the numbering plans are loaded; the number can be typed meanwhile. */
  phones: Phones | null;
  country: string;
  number: string;
  onCountry: (country: string) => void;
  onNumber: (number: string) => void;
  onBlur: () => void;
}

/** A number behind its country's dialling code; the code is chosen from a searchable list. */
export function PhoneField(props: PhoneFieldProps) {
  const { id, label, required, readOnly, error, hint, phones, country, number } = props;
  const { onCountry, onNumber, onBlur } = props;
  const { t, locale } = useI18n();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const all = useMemo(() => countries(locale), [locale]);
  const options = useMemo(
    () =>
      all.flatMap(({ code, name }) => {
        const dial = phones?.dialCode(code);
        return dial ? [{ value: code, label: name, aside: `+${dial}`, words: code }] : [];
      }),
    [all, phones],
  );
  const dial = phones?.dialCode(country) ?? "";
  const close = (refocus: boolean) => {
    setOpen(false);
    if (refocus) button.current?.focus();
  };
  return (
    <Field id={id} label={label} optional={!required} error={error} hint={hint}>
      {(ids) => (
        <div className="has-popover">
          <div className="joined" dir="ltr">
            <button
              ref={button}
              type="button"
              className="input"
              aria-haspopup="dialog"
              aria-expanded={open}
              aria-label={t("lbl_phone_country", {
                country: all.find((entry) => entry.code === country)?.name ?? country,
                code: dial,
              })}
              aria-disabled={readOnly || undefined}
              onClick={() => setOpen(!open && !readOnly && options.length > 0)}
            >
              <span>{country}</span>
              <span className="num dial">{dial && `+${dial}`}</span>
              <Icon name="down" small />
            </button>
            <input
              {...ids}
              className="input num"
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              aria-required={required || undefined}
              readOnly={readOnly}
              value={number}
              onChange={(event) => onNumber(event.target.value)}
              onBlur={onBlur}
            />
          </div>
          {open && (
            <Popover label={t("lbl_phone_country_list")} onClose={close}>
              <SearchList
                label={t("lbl_phone_country_list")}
                options={options}
                value={country}
                onChoose={(code) => {
                  onCountry(code);
                  close(true);
                }}
              />
            </Popover>
          )}
        </div>
      )}
    </Field>
  );
}
