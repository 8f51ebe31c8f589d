/** The guest's details, written anew with the rules of the booking form; the country stays (MANAGE-25 to MANAGE-29). */
import { useContext, useEffect, useRef, useState } from "react";
import { ApiProblem, updateGuest } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { GoContext } from "../booking/go";
import { draftFrom, type GuestDraft, guestOf } from "../booking/information/draft";
import { ErrorSummary, type SummaryLine } from "../booking/information/ErrorSummary";
import {
  FALLBACK_RULES,
  type FormPlan,
  formPlan,
  GUEST_FIELDS,
  type GuestField,
  isShown,
} from "../booking/information/fields";
import { fieldId, GuestForm } from "../booking/information/GuestForm";
import { defaultPhoneCountry } from "../booking/information/phone";
import { useAddressRules } from "../booking/information/use-address-rules";
import { readPhone, usePhones } from "../booking/information/use-phone";
import { checkForm, type FormProblems, problemsOfServer } from "../booking/information/validate";
import { useFieldWords } from "../booking/information/words";
import { useProblemWords } from "../booking/problem-words";
import { useI18n } from "../i18n";
import { Button, Icon, Skeleton } from "../ui";
import "../booking/information/information.css";
import { ErrorNotice } from "./ReservationPage";
import { useReservation } from "./reservation";

/** What is not kept for one stay alone is not asked for here. */
function without(plan: FormPlan): FormPlan {
  return { ...plan, person: plan.person.filter(({ name }) => name !== "middle_name"), remarks: null };
}

export function GuestDetails() {
  const { t } = useI18n();
  const { property, state } = useBooking();
  const { navigate } = useContext(GoContext);
  const { found, again, tell } = useReservation();
  const phones = usePhones();
  const problemWords = useProblemWords();
  const summary = useRef<{ focus: () => void }>(null);
  const kept = found?.reservation_details.primary_guest;
  const [draft, setDraft] = useState<GuestDraft>(() => {
    const country = kept?.country ?? property.country ?? "US";
    return { ...draftFrom(kept), country, phone_country: defaultPhoneCountry(country) };
  });
  const [left, setLeft] = useState<ReadonlySet<GuestField>>(new Set());
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<FormProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  // a number as it is kept reads as people there write it, once the plans are here
  useEffect(() => {
    if (!phones) return;
    setDraft((before) => {
      if (!before.phone.startsWith("+")) return before;
      const { formatted, country } = phones.read(before.phone, before.phone_country);
      return { ...before, phone: formatted, phone_country: country };
    });
  }, [phones]);

  const { rules: loaded } = useAddressRules(property.id, draft.country);
  const rules = loaded ?? FALLBACK_RULES;
  const plan = without(formPlan(rules, state.profile?.required_guest_fields ?? []));
  const words = useFieldWords(rules);
  const phone = readPhone(phones, draft.phone, draft.phone_country);
  const problems: FormProblems = { ...refused, ...checkForm(plan, draft, rules, phone.verdict) };
  const wrong = GUEST_FIELDS.filter((name) => problems[name]);
  const shown = Object.fromEntries(
    Object.entries(problems).filter(([name]) => tried || left.has(name as GuestField) || name in refused),
  ) as FormProblems;
  const lines: SummaryLine[] = tried
    ? wrong.map((name) => ({
        target: fieldId(name),
        field: words.label(name),
        problem:
          problems[name]?.kind === "REQUIRED" ? "" : words.short(problems[name] ?? { kind: "NOT_VALID" }),
      }))
    : [];

  function change(next: Partial<GuestDraft>) {
    setDraft((before) => ({ ...before, ...next }));
    setFailure(null);
    setRefused(
      (before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !(name in next))) as FormProblems,
    );
  }

  async function save() {
    setTried(true);
    setFailure(null);
    if (wrong.length > 0 || !found || !loaded) {
      requestAnimationFrame(() => summary.current?.focus());
      return;
    }
    setBusy(true);
    try {
      const fields = new Set(GUEST_FIELDS.filter((name) => isShown(name, rules)));
      const { first_name, last_name, email, street, street_2, city, state, zip_code, country } = guestOf(
        draft,
        fields,
        phone.stored,
      );
      const guest = { first_name, last_name, email, street, street_2, city, state, zip_code, country };
      await updateGuest(found.request_token, { ...guest, phone: phone.stored });
      await again();
      tell({ text: t("lbl_saved"), at: "/search-reservation-result" });
      navigate("/search-reservation-result");
    } catch (error) {
      const fields = error instanceof ApiProblem ? problemsOfServer(error.body.errors ?? [], plan) : {};
      setRefused(fields);
      setBusy(false);
      if (Object.keys(fields).length > 0) requestAnimationFrame(() => summary.current?.focus());
      else setFailure((error instanceof ApiProblem && problemWords(error)) || t("lbl_no_answer"));
    }
  }

  return (
    <section className="narrow information" aria-labelledby="details-title">
      <Button look="bare" className="back" onClick={() => navigate("/search-reservation-result")}>
        <Icon name="back" small />
        {t("lbl_go_back_to_reservation")}
      </Button>
      <h1 className="serif title" id="details-title">
        {t("lbl_modify_guest")}
      </h1>
      {failure && <ErrorNotice>{failure}</ErrorNotice>}
      <ErrorSummary ref={summary} lines={lines} />
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {loaded ? (
          <GuestForm
            plan={plan}
            rules={rules}
            draft={draft}
            phones={phones}
            problems={shown}
            locked={new Set<GuestField>(["country"])}
            onChange={change}
            onLeave={(name) => setLeft((before) => new Set(before).add(name))}
          />
        ) : (
          <div className="loading" role="status">
            <span className="vh">{t("lbl_fields_loading")}</span>
            {Array.from({ length: 7 }, (_, index) => (
              <Skeleton key={index} block="4.5rem" />
            ))}
          </div>
        )}
        <div className="actions">
          <Button type="submit" size="big" busy={busy}>
            {t("lbl_save")}
          </Button>
        </div>
      </form>
    </section>
  );
}
