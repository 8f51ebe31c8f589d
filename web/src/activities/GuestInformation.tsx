/** Who answers for the party: the guest form of the house, with what an activity asks for (ACT-15 to ACT-25). */
import { useContext, useEffect, useRef, useState } from "react";
import { useBooking } from "../booking/BookingProvider";
import { GoContext } from "../booking/go";
import { draftFrom, type GuestDraft, guestOf, withCountry } from "../booking/information/draft";
import { ErrorSummary, type SummaryLine } from "../booking/information/ErrorSummary";
import {
  FALLBACK_RULES,
  formPlan,
  GUEST_FIELDS,
  type GuestField,
  isShown,
} from "../booking/information/fields";
import { eligibleState } from "../booking/information/from-profile";
import { fieldId, GuestForm } from "../booking/information/GuestForm";
import { defaultPhoneCountry } from "../booking/information/phone";
import { useAddressRules } from "../booking/information/use-address-rules";
import { readPhone, usePhones } from "../booking/information/use-phone";
import { checkForm, type FormProblems, problemsOfServer } from "../booking/information/validate";
import { useFieldWords } from "../booking/information/words";
import { useProblemWords } from "../booking/problem-words";
import { useI18n } from "../i18n";
import { Button, Notice, Skeleton } from "../ui";
import { contactPlan, LEFT_OUT } from "./contact-plan";
import { Frame } from "./Frame";
import { pathOf } from "./steps";
import { useActivity } from "./useActivity";
import "../booking/information/information.css";

export function GuestInformation() {
  const { t } = useI18n();
  const { property, state: booking } = useBooking();
  const { navigate } = useContext(GoContext);
  const { state, change, save } = useActivity();
  const phones = usePhones();
  const problemWords = useProblemWords();
  const summary = useRef<{ focus: () => void }>(null);
  const [left, setLeft] = useState<ReadonlySet<GuestField>>(new Set());
  const [tried, setTried] = useState(false);
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set());

  // defaults: what was typed, else the guest of a stay that is being booked, else nothing but the country (ACT-16)
  const kept = draftFrom({ ...booking.guest, ...booking.guestDraft, ...state.guest, ...state.draft });
  const country = kept.country || property.country || "US";
  const { rules: loaded, failed: noRules } = useAddressRules(property.id, country, true);
  const rules = loaded ?? FALLBACK_RULES;
  const draft: GuestDraft = {
    ...kept,
    country,
    state: eligibleState(kept.state, rules),
    phone_country: kept.phone_country || defaultPhoneCountry(property.country),
  };
  const plan = contactPlan(formPlan(rules, booking.profile?.required_guest_fields ?? []));
  const words = useFieldWords(rules);
  const phone = readPhone(phones, draft.phone, draft.phone_country);
  const refused = state.save.kind === "failed" ? state.save.problem : null;
  const ofServer = refused ? problemsOfServer(named(refused.body.errors ?? []), plan) : {};
  const standing = Object.fromEntries(Object.entries(ofServer).filter(([name]) => !mended.has(name)));
  const problems: FormProblems = { ...standing, ...checkForm(plan, draft, rules, phone.verdict) };
  const wrong = GUEST_FIELDS.filter((name) => problems[name]);
  const shown = Object.fromEntries(
    Object.entries(problems).filter(([name]) => tried || left.has(name as GuestField) || name in standing),
  ) as FormProblems;
  const lines: SummaryLine[] = tried
    ? wrong.map((name) => ({
        target: fieldId(name),
        field: words.label(name),
        problem:
          problems[name]?.kind === "REQUIRED" ? "" : words.short(problems[name] ?? { kind: "NOT_VALID" }),
      }))
    : [];

  // a number as it is kept reads as people there write it, once the plans are here
  useEffect(() => {
    if (!phones || !draft.phone.startsWith("+")) return;
    const { formatted, country: dialled } = phones.read(draft.phone, draft.phone_country);
    change({ draft: { ...state.draft, phone: formatted, phone_country: dialled } });
  });

  function type(next: Partial<GuestDraft>) {
    const cleared =
      next.country === undefined
        ? {}
        : { country: next.country, state: withCountry(draft, next.country).state };
    change({ draft: { ...state.draft, ...next, ...cleared } });
    setMended((before) => new Set([...before, ...Object.keys(next)]));
  }

  function next() {
    setTried(true);
    if (wrong.length > 0 || !loaded || !state.chosen) {
      requestAnimationFrame(() => summary.current?.focus());
      return;
    }
    const fields = new Set(GUEST_FIELDS.filter((name) => isShown(name, rules) && !LEFT_OUT.includes(name)));
    const party = state.party;
    if (!party) return;
    save(party, guestOf(draft, fields, phone.stored));
    navigate(pathOf("payments"));
  }

  const failed = state.start.kind === "failed" ? state.start.problem : null;
  const bill = state.chosen && state.price ? { chosen: state.chosen, price: state.price } : null;
  return (
    <Frame
      step="guest-information"
      bill={bill}
      next={{
        label: t("lbl_next"),
        busy: !loaded,
        disabled: failed !== null,
        onPress: next,
      }}
    >
      <section className="information" aria-labelledby="guest-title">
        <div className="intro">
          <h1 className="serif title" id="guest-title">
            {t("lbl_guest_title")}
          </h1>
          <p>{t("lbl_activity_guest_intro")}</p>
        </div>
        {failed && (
          <Notice tone="warn" role="alert" className="spaced">
            <p>
              <b>{t("lbl_activity_not_held")}</b>
            </p>
            <p>{problemWords(failed) ?? t("lbl_no_answer")}</p>
            <Button look="line" onClick={() => navigate(pathOf("activity-details"))}>
              {t("lbl_choose_another_time")}
            </Button>
          </Notice>
        )}
        {noRules && (
          <Notice tone="warn" role="alert" className="spaced">
            <p>
              <b>{t("lbl_error")}</b>
            </p>
            <p>{t("lbl_something_went_wrong")}</p>
          </Notice>
        )}
        <ErrorSummary ref={summary} lines={lines} />
        <form
          className="form"
          noValidate
          autoComplete="on"
          onSubmit={(event) => {
            event.preventDefault();
            next();
          }}
        >
          {loaded ? (
            <GuestForm
              plan={plan}
              rules={rules}
              draft={draft}
              phones={phones}
              problems={shown}
              locked={new Set()}
              onChange={type}
              onLeave={(name) => setLeft((before) => new Set(before).add(name))}
            />
          ) : (
            <div className="loading" role="status">
              <span className="vh">{t("lbl_fields_loading")}</span>
              {Array.from({ length: 6 }, (_, index) => (
                <Skeleton key={index} block="4.5rem" />
              ))}
            </div>
          )}
        </form>
      </section>
    </Frame>
  );
}

/** The server's field names as the form knows them. */
const named = (errors: readonly { field: string; message: string }[]) =>
  errors.map(({ field, message }) => ({ field: field.replace(/^contact_info\./, ""), message }));
