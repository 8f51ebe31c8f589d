/** The fields of the guest form in one column, as the plan of that country orders them. */
import { type FocusEvent, type ReactNode, useLayoutEffect, useMemo, useRef } from "react";
import type { AddressRules } from "../../api";
import { useI18n } from "../../i18n";
import { Select, TextArea, TextField } from "../../ui";
import { countries, placeName } from "./countries";
import { clipRemarks, type GuestDraft, MAX_REMARKS, remarksLength } from "./draft";
import { doubtEmail } from "./email";
import { type FieldPlan, type FormPlan, fieldWidths, type GuestField } from "./fields";
import { PhoneField } from "./PhoneField";
import { PostalField } from "./PostalField";
import type { Phones } from "./phone";
import type { FormProblems } from "./validate";
import { useFieldWords } from "./words";

/** Where focus goes for a field. */
export const fieldId = (name: GuestField) => `guest-${name}`;

type Native = Parameters<typeof TextField>[0];

/** Keyboards and autofill tokens. */
export const natives: Readonly<Partial<Record<GuestField, Partial<Native>>>> = {
  first_name: { autoComplete: "given-name", autoCapitalize: "words", spellCheck: false },
  middle_name: { autoComplete: "additional-name", autoCapitalize: "words", spellCheck: false },
  last_name: { autoComplete: "family-name", autoCapitalize: "words", spellCheck: false },
  email: {
    type: "email",
    inputMode: "email",
    autoComplete: "email",
    autoCapitalize: "none",
    spellCheck: false,
    dir: "ltr",
  },
  street: { autoComplete: "address-line1" },
  street_2: { autoComplete: "address-line2" },
  city: { autoComplete: "address-level2", spellCheck: false },
  state: { autoComplete: "address-level1", spellCheck: false },
};

export interface GuestFormProps {
  plan: FormPlan;
  rules: AddressRules;
  draft: GuestDraft;
  phones: Phones | null;
  /** What is to be shown now: fields that were left, or all after Next. */
  problems: FormProblems;
  /** Filled in from the member's profile, and not to be typed into (GUEST-05). */
  locked: ReadonlySet<GuestField>;
  /** The rules are another country's, until those of the chosen one come. */
  waiting: boolean;
  /** Nothing can be typed for the moment. */
  busy: boolean;
  /** What the phone number is asked for, where it is not for the arrival. */
  phoneHint?: string | undefined;
  onChange: (change: Partial<GuestDraft>) => void;
  onLeave: (name: GuestField) => void;
}

export function GuestForm(props: GuestFormProps) {
  const { plan, rules, draft, phones, problems, locked, waiting, busy, onChange, onLeave } = props;
  const { t, locale } = useI18n();
  const words = useFieldWords(rules);
  const countryOptions = useMemo(
    () => countries(locale).map(({ code, name }) => ({ value: code, label: name, words: code })),
    [locale],
  );
  const stateOptions = useMemo(
    () =>
      rules.property_eligible_states.map(({ state_code, name, native_name }) => ({
        value: state_code,
        ...placeName(name, native_name, locale),
        words: state_code,
      })),
    [rules, locale],
  );

  const errorOf = (name: GuestField): ReactNode => {
    const problem = problems[name];
    // without the plans no dial code stands before it
    if (name === "phone" && !phones && problem?.kind === "NOT_VALID")
      return t("lbl_not_valid_because", { reason: t("lbl_suggest_phone_code") });
    return problem ? words.long(name, problem) : undefined;
  };

  const focus = useFocusNear(plan.address.map(({ name }) => name));
  const likely = problems.email ? null : likelyEmail(draft);
  const widths = fieldWidths([...plan.person, ...plan.address].map((field) => field.name));

  function field({ name, required }: FieldPlan): ReactNode {
    // a country is always chosen, so it is not called optional
    const optional = !required && name !== "country";
    const readOnly = busy || locked.has(name);
    const frame = {
      id: fieldId(name),
      label: words.label(name),
      optional,
      error: errorOf(name),
      className: widths[name],
    };
    if (name === "phone") {
      return (
        <PhoneField
          key={name}
          {...frame}
          required={required}
          readOnly={readOnly}
          hint={props.phoneHint ?? t("lbl_phone_hint")}
          phones={phones}
          country={draft.phone_country}
          number={draft.phone}
          onCountry={(phone_country) => onChange({ phone_country })}
          onNumber={(phone) => onChange({ phone })}
          onBlur={() => onLeave(name)}
        />
      );
    }
    if (name === "country" || (name === "state" && stateOptions.length > 0)) {
      const country = name === "country";
      // a code of one country's list may be another state's in the next
      const awaited = waiting && !country;
      return (
        <Select
          key={name}
          {...frame}
          options={country ? countryOptions : awaited ? [] : stateOptions}
          readOnly={readOnly || awaited}
          value={draft[name] || null}
          placeholder={t(country ? "lbl_choose_country" : "lbl_choose_state")}
          onChange={(value) => onChange({ [name]: value })}
          onBlur={() => onLeave(name)}
        />
      );
    }
    if (name === "zip_code") {
      return (
        <PostalField
          key={name}
          {...frame}
          required={required}
          readOnly={readOnly}
          searches={!locked.has(name)}
          country={draft.country}
          city={draft.city}
          state={draft.state}
          value={draft.zip_code}
          onChange={(change) => onChange(unlocked(change, locked))}
          onBlur={() => onLeave(name)}
        />
      );
    }
    return (
      <TextField
        key={name}
        {...frame}
        {...natives[name]}
        required={required}
        readOnly={readOnly}
        hint={name === "email" && likely ? <EmailHint likely={likely} onChange={onChange} /> : undefined}
        value={draft[name]}
        onChange={(value) => onChange({ [name]: value })}
        onBlur={() => onLeave(name)}
      />
    );
  }

  const length = remarksLength(draft.remarks);
  const digits = new Intl.NumberFormat(locale, { useGrouping: false });
  return (
    <>
      <fieldset>
        <legend>{t("lbl_guest_section")}</legend>
        <div className="g">{plan.person.map(field)}</div>
      </fieldset>
      {(plan.address.length > 0 || plan.remarks) && (
        <fieldset {...focus}>
          <legend>{t("lbl_address_section")}</legend>
          <div className="g">
            {plan.address.map(field)}
            {plan.remarks && (
              <TextArea
                id={fieldId("remarks")}
                label={words.label("remarks")}
                optional={!plan.remarks.required}
                error={errorOf("remarks")}
                rows={3}
                readOnly={busy}
                value={draft.remarks}
                onChange={(remarks) => onChange({ remarks: clipRemarks(remarks) })}
                onBlur={() => onLeave("remarks")}
                hint={
                  <span className="count num">
                    {length >= MAX_REMARKS && (
                      <b role="status">{t("lbl_max_characters", { limit: digits.format(MAX_REMARKS) })} </b>
                    )}
                    <span>
                      {t("lbl_remarks_count", {
                        count: digits.format(length),
                        limit: digits.format(MAX_REMARKS),
                      })}
                    </span>
                  </span>
                }
              />
            )}
          </div>
        </fieldset>
      )}
    </>
  );
}

/**
 * The next country's rules may make the field that has the focus anew, or leave it out: the focus goes on to the same
 * field, or to the nearest one that stood before it.
 */
function useFocusNear(names: readonly GuestField[]) {
  const held = useRef<GuestField | null>(null);
  const order = useRef(names);
  useLayoutEffect(() => {
    const before = order.current;
    order.current = names;
    if (!held.current || document.activeElement !== document.body) return;
    const near = before.slice(0, before.indexOf(held.current) + 1).findLast((name) => names.includes(name));
    if (near) document.getElementById(fieldId(near))?.focus();
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      const has = (name: GuestField) =>
        document.getElementById(fieldId(name))?.closest(".field")?.contains(target);
      held.current = names.find(has) ?? null;
    },
    onBlur: () => {
      held.current = null;
    },
  };
}

/** A change without the fields that cannot be typed into. */
function unlocked(change: Partial<GuestDraft>, locked: ReadonlySet<GuestField>): Partial<GuestDraft> {
  return Object.fromEntries(Object.entries(change).filter(([name]) => !locked.has(name as GuestField)));
}

/** The address that was probably meant, for one that is sound but looks like a slip; else null. */
function likelyEmail(draft: GuestDraft): { domain: string; email: string } | null {
  const whole = draft.email.split("@")[1]?.includes(".") ?? false;
  const doubt = whole ? doubtEmail(draft.email, draft.country || null) : null;
  return doubt?.kind === "LOOKS_LIKE" ? doubt : null;
}

/** One tap mends it. */
function EmailHint(props: {
  likely: { domain: string; email: string };
  onChange: (change: Partial<GuestDraft>) => void;
}) {
  const { likely, onChange } = props;
  const { t } = useI18n();
  return (
    <>
      {t("lbl_suggest_email_like", { domain: likely.domain })}{" "}
      <button type="button" className="as-link" onClick={() => onChange({ email: likely.email })}>
        {t("lbl_use_email", { email: likely.email })}
      </button>
    </>
  );
}
