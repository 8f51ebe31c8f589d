/** The postal code, with the button that looks up city and state (GUEST-22, GUEST-23, GUEST-32). */
import { type ReactNode, useRef, useState } from "react";
import { searchAddress } from "../../api";
import { useI18n } from "../../i18n";
import { Field, Icon, say } from "../../ui";
import { useBooking } from "../BookingProvider";
import { useHere } from "../go";
import type { GuestDraft } from "./draft";

export interface PostalFieldProps {
  id: string;
  label: string;
  optional: boolean;
  error: ReactNode;
  className: string | undefined;
  required: boolean;
  readOnly: boolean;
  /** City and state can be looked up by it. */
  searches: boolean;
  country: string;
  city: string;
  state: string;
  value: string;
  onChange: (change: Partial<GuestDraft>) => void;
  onBlur: () => void;
}

type Told = "ENTER_FIRST" | "FILLED_IN" | "NOT_KNOWN";
const told = {
  ENTER_FIRST: "lbl_zip_enter_first",
  FILLED_IN: "lbl_zip_filled_in",
  NOT_KNOWN: "lbl_zip_not_known",
} as const;

export function PostalField(props: PostalFieldProps) {
  const { id, label, optional, error, className, required, readOnly, searches } = props;
  const { country, city, state, value, onChange, onBlur } = props;
  const { t } = useI18n();
  const { property } = useBooking();
  // an answer fills in only what it was asked for: what was typed or chosen since is the guest's
  const asked = JSON.stringify([country, value.trim(), city, state, readOnly]);
  const now = useRef(asked);
  now.current = asked;
  const here = useHere();
  const [searched, setSearched] = useState<string | null>(null);
  const busy = searched === asked;
  const [hint, setHint] = useState<Told | null>(null);

  function tell(what: Told | null): void {
    setHint(what);
    if (what) say(t(told[what]));
  }

  async function lookUp(): Promise<void> {
    const zip = value.trim();
    if (!zip) return tell("ENTER_FIRST");
    setSearched(asked);
    try {
      const [place] = await searchAddress(property.id, zip, country);
      if (!here() || now.current !== asked) return;
      // a state that the form does not have among its choices stays the guest's affair
      if (place) onChange({ city: place.city, ...(place.state ? { state: place.state } : {}) });
      tell(place ? "FILLED_IN" : "NOT_KNOWN");
    } catch (failure) {
      console.warn("the postal search failed", failure);
      if (now.current === asked) tell(null);
    } finally {
      setSearched((before) => (before === asked ? null : before));
    }
  }

  return (
    <Field {...{ id, label, optional, error, className }} hint={hint ? t(told[hint]) : undefined}>
      {(ids) => (
        <div className="looked-up">
          <input
            {...ids}
            className="input"
            autoComplete="postal-code"
            autoCapitalize="characters"
            spellCheck={false}
            aria-required={required || undefined}
            readOnly={readOnly}
            value={value}
            onChange={(event) => {
              onChange({ zip_code: event.target.value });
              setHint(null);
            }}
            onBlur={onBlur}
          />
          {searches && (
            <button
              type="button"
              className="icon-btn"
              aria-label={t("lbl_zip_look_up")}
              title={t("lbl_zip_look_up")}
              aria-busy={busy || undefined}
              aria-disabled={readOnly || undefined}
              onClick={() => busy || readOnly || lookUp()}
            >
              <Icon name="search" />
            </button>
          )}
        </div>
      )}
    </Field>
  );
}
