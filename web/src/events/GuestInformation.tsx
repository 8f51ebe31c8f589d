/** Who answers for the event: the house's guest form, with the event's name and the cost centre (EVENT-28 to EVENT-36). */
import { useContext, useRef, useState } from "react";
import { ApiProblem } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { GoContext } from "../booking/go";
import { draftFrom, type GuestDraft, guestOf, withCountry } from "../booking/information/draft";
import { ErrorSummary, type SummaryLine } from "../booking/information/ErrorSummary";
import {
  FALLBACK_RULES,
  type FormPlan,
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
import { type LabelKey, useI18n } from "../i18n";
import { Skeleton, TextField } from "../ui";
import { Frame } from "./Frame";
import { Toast } from "./SelectPackage";
import { pathOf } from "./steps";
import { isGone, useEvent } from "./useEvent";
import "../booking/information/information.css";

/** Fields of a stay that an event does without (EVENT-29). */
const LEFT_OUT: readonly GuestField[] = ["middle_name", "street_2"];

const OWN = ["event_name", "po_number"] as const;
type OwnField = (typeof OWN)[number];
const OWN_LABELS: Readonly<Record<OwnField, LabelKey>> = {
  event_name: "lbl_event_name",
  po_number: "lbl_cost_centre",
};

/** The form of a country as an event needs it: e-mail and telephone always (EVENT-30). */
export function contactPlan(plan: FormPlan): FormPlan {
  const fitted = (fields: FormPlan["person"]) =>
    fields
      .filter(({ name }) => !LEFT_OUT.includes(name))
      .map(({ name, required }) => ({ name, required: required || name === "email" || name === "phone" }));
  return { person: fitted(plan.person), address: fitted(plan.address), remarks: plan.remarks };
}

export function GuestInformation() {
  const { t } = useI18n();
  const { property, state: booking } = useBooking();
  const { navigate } = useContext(GoContext);
  const { event, draft: typed, type, saveContact } = useEvent();
  const phones = usePhones();
  const summary = useRef<{ focus: () => void }>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<FormProblems>({});
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);

  const kept = draftFrom({
    ...booking.guest,
    ...booking.guestDraft,
    ...event?.contact?.guest_data,
    ...typed,
  });
  const country = kept.country || property.country || "US";
  const { rules: loaded } = useAddressRules(property.id, country);
  const rules = loaded ?? FALLBACK_RULES;
  const draft: GuestDraft = {
    ...kept,
    country,
    state: eligibleState(kept.state, rules),
    phone_country: kept.phone_country || defaultPhoneCountry(property.country),
  };
  const own = (name: OwnField) => typed[name] ?? event?.contact?.[name] ?? "";
  const plan = contactPlan(formPlan(rules, booking.profile?.required_guest_fields ?? []));
  const words = useFieldWords(rules);
  const phone = readPhone(phones, draft.phone, draft.phone_country);
  const problems: FormProblems = { ...refused, ...checkForm(plan, draft, rules, phone.verdict) };
  const wrong = GUEST_FIELDS.filter((name) => problems[name]);
  const missing = OWN.filter((name) => own(name).trim() === "");
  const shown = Object.fromEntries(
    Object.entries(problems).filter(([name]) => tried || left.has(name) || name in refused),
  ) as FormProblems;
  const lines: SummaryLine[] = tried
    ? [
        ...missing.map((name) => ({ target: `event-${name}`, field: t(OWN_LABELS[name]), problem: "" })),
        ...wrong.map((name) => ({
          target: fieldId(name),
          field: words.label(name),
          problem:
            problems[name]?.kind === "REQUIRED" ? "" : words.short(problems[name] ?? { kind: "NOT_VALID" }),
        })),
      ]
    : [];

  function change(next: Partial<GuestDraft>) {
    const cleared =
      next.country === undefined
        ? {}
        : { country: next.country, state: withCountry(draft, next.country).state };
    type({ ...next, ...cleared });
    setFailed(false);
    setRefused(
      (before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !(name in next))) as FormProblems,
    );
  }

  async function next() {
    setTried(true);
    setFailed(false);
    // nothing is sent before all of it is sound (EVENT-35)
    if (wrong.length > 0 || missing.length > 0 || !loaded) {
      requestAnimationFrame(() => summary.current?.focus());
      return;
    }
    setBusy(true);
    const fields = new Set(GUEST_FIELDS.filter((name) => isShown(name, rules) && !LEFT_OUT.includes(name)));
    try {
      await saveContact({
        ...guestOf(draft, fields, phone.stored),
        event_name: own("event_name"),
        po_number: own("po_number"),
      });
      navigate(pathOf("payments"));
    } catch (error) {
      if (isGone(error)) return;
      const named = error instanceof ApiProblem ? problemsOfServer(error.body.errors ?? [], plan) : {};
      setRefused(named);
      setFailed(Object.keys(named).length === 0);
      requestAnimationFrame(() => summary.current?.focus());
    } finally {
      setBusy(false);
    }
  }

  return (
    <Frame
      step="guest-information"
      next={{ label: t("lbl_next"), busy: busy || !loaded, onPress: () => void next() }}
    >
      <section className="information" aria-labelledby="guest-title">
        <div className="intro">
          <h1 className="serif title" id="guest-title">
            {t("lbl_event_contact_title")}
          </h1>
          <p>{t("lbl_event_contact_intro")}</p>
        </div>
        {failed && <Toast />}
        <ErrorSummary ref={summary} lines={lines} />
        <form
          className="form"
          noValidate
          autoComplete="on"
          onSubmit={(submitted) => {
            submitted.preventDefault();
            void next();
          }}
        >
          <fieldset>
            <legend>{t("lbl_event_section")}</legend>
            <div className="g">
              {OWN.map((name) => (
                <TextField
                  key={name}
                  id={`event-${name}`}
                  label={t(OWN_LABELS[name])}
                  required
                  maxLength={150}
                  hint={name === "event_name" ? t("lbl_event_name_hint") : undefined}
                  error={(tried || left.has(name)) && missing.includes(name) ? t("lbl_required") : undefined}
                  value={own(name)}
                  onChange={(text) => type({ [name]: text })}
                  onBlur={() => setLeft((before) => new Set(before).add(name))}
                />
              ))}
            </div>
          </fieldset>
          {loaded ? (
            <GuestForm
              plan={plan}
              rules={rules}
              draft={draft}
              phones={phones}
              problems={shown}
              locked={new Set()}
              onChange={change}
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
