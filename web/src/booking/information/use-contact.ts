/** What stands behind the guest form, wherever somebody is asked for: the rules of the country, and what is wrong. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ApiProblem, type Guest } from "../../api";
import { useBooking } from "../BookingProvider";
import { type GuestDraft, guestOf, withCountry } from "./draft";
import type { SummaryLine } from "./ErrorSummary";
import { FALLBACK_RULES, type FormPlan, fitted, formPlan, type GuestField } from "./fields";
import { eligibleState, type Standing } from "./from-profile";
import { fieldId, type GuestFormProps } from "./GuestForm";
import { defaultPhoneCountry, type Phones } from "./phone";
import { useAddressRules } from "./use-address-rules";
import { plansInTime, readPhone, usePhones } from "./use-phone";
import { checkForm, type FormProblems, fieldOfServer, problemsOfServer } from "./validate";
import { useFieldWords } from "./words";

type Refusal = readonly { field: string; message: string }[];

export interface ContactOptions {
  /** What is known of the guest; without a country it is the property's (GUEST-17, EVENT-34, ACT-16). */
  kept: GuestDraft;
  /** Keeps what is typed. */
  keep: (change: Partial<GuestDraft>) => void;
  /** What is asked for here, of what the country's form has. */
  fit?: (plan: FormPlan) => FormPlan;
  /** What cannot be typed into. */
  locked?: (standing: Standing) => ReadonlySet<GuestField>;
  /** What the server refused before this screen was entered. */
  refused?: Refusal;
  /** What was typed is on its way to the server: nothing is typed meanwhile. */
  busy?: boolean;
}

export interface Contact {
  /** For `GuestForm`; null while the rules are on their way. */
  form: GuestFormProps | null;
  draft: GuestDraft;
  phones: Phones | null;
  /** The rules of the chosen country are on their way: another country's judge no address. */
  waiting: boolean;
  /** The rules cannot be had, and the form says so, not the popup (ERR-06, EVENT-50, ACT-38). */
  noRules: boolean;
  /** Next was pressed: everything that is wrong is shown. */
  tried: boolean;
  wrong: readonly GuestField[];
  /** What is wrong, for `ErrorSummary`. */
  lines: SummaryLine[];
  summary: RefObject<{ focus: () => void } | null>;
  /** Leads to it, once it is drawn. */
  lead: () => void;
  /** Shows what is wrong and counts it; null while the rules are on their way. */
  check: () => Promise<{ guest: Guest; problems: number } | null>;
  /** Shows what the server has against single fields; false when it names none. */
  refuse: (error: unknown) => boolean;
  /** Forgets what the server had against it. */
  forgive: () => void;
}

const NOTHING: ReadonlySet<GuestField> = new Set();

export function useContact(options: ContactOptions): Contact {
  const { kept, fit = (plan) => plan, locked = () => NOTHING, busy = false } = options;
  // also for what was begun before: a postal code that is looked up, a list that is open
  const closed = useRef(busy);
  closed.current = busy;
  const { property, state: booking } = useBooking();
  const phones = usePhones();
  const summary = useRef<{ focus: () => void }>(null);
  const [left, setLeft] = useState<ReadonlySet<GuestField>>(NOTHING);
  const [leads, setLeads] = useState(0);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Refusal>(options.refused ?? []);
  /** What the server has asked for, by country, though the rules did not: they may not have come. */
  const [demanded, setDemanded] = useState<readonly string[]>([]);

  const country = kept.country || property.country || "US";
  const { rules: loaded, loading, failed } = useAddressRules(property.id, country);
  const rules = loaded ?? FALLBACK_RULES;
  const draft: GuestDraft = {
    ...kept,
    country,
    state: eligibleState(kept.state, rules),
    phone_country: kept.phone_country || defaultPhoneCountry(property.country),
  };
  const ruled = fit(formPlan(rules, booking.profile?.required_guest_fields ?? []));
  const plan = fitted(ruled, [], ({ name, required }) => required || demanded.includes(`${country}.${name}`));
  const words = useFieldWords(rules);
  const phone = readPhone(phones, draft.phone, draft.phone_country);
  // names, e-mail and phone are asked for everywhere; what an address must be, the next country says
  const judged = loading ? { ...plan, address: [] } : plan;
  const standing = problemsOfServer(refused, judged);
  const problems: FormProblems = { ...standing, ...checkForm(judged, draft, rules, phone.verdict) };
  const fields = [...plan.person, ...plan.address, ...(plan.remarks ? [plan.remarks] : [])];
  // in the order of the form, which is the country's
  const wrong = fields.map(({ name }) => name).filter((name) => problems[name]);
  const shown = Object.fromEntries(
    wrong.filter((name) => tried || left.has(name) || name in standing).map((name) => [name, problems[name]]),
  ) as FormProblems;
  const lines = wrong.map((name) => ({
    target: fieldId(name),
    field: words.label(name),
    // what is merely missing is named; that it is required stands beside the field
    problem: problems[name]?.kind === "REQUIRED" ? "" : words.short(problems[name] ?? { kind: "NOT_VALID" }),
  }));

  function keep(change: Partial<GuestDraft>) {
    if (!closed.current) options.keep(change);
  }

  /** A number with its own dial code moves to its country, and reads as people there write it. */
  function tidyPhone() {
    if (!phones || !phone.verdict) return;
    const { formatted, country: dialled } = phones.read(draft.phone, draft.phone_country);
    if (formatted !== draft.phone || dialled !== draft.phone_country)
      keep({ phone: formatted, phone_country: dialled });
  }
  // with the picture that has the plans: what is typed after it is not taken back
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it was kept, once the plans are here
  useLayoutEffect(() => {
    if (draft.phone.startsWith("+")) tidyPhone();
  }, [phones]);

  function type(next: Partial<GuestDraft>) {
    if (closed.current) return;
    const moved = next.country === undefined ? {} : { state: withCountry(draft, next.country).state };
    keep({ ...next, ...moved });
    setRefused((before) => before.filter(({ field }) => !(fieldOfServer(field) in next)));
  }

  // not in the next frame: what is wrong may be drawn later than that
  useEffect(() => {
    if (leads > 0) summary.current?.focus();
  }, [leads]);
  const lead = () => setLeads((before) => before + 1);

  return {
    form: loaded && {
      plan,
      rules,
      draft,
      phones,
      problems: shown,
      locked: locked({ draft, phones, rules, problems }),
      waiting: loading,
      busy,
      onChange: type,
      onLeave: (name) => {
        setLeft((before) => new Set(before).add(name));
        if (name === "phone") tidyPhone();
      },
    },
    draft,
    phones,
    waiting: loading,
    noRules: failed,
    tried,
    wrong,
    lines: tried ? lines : [],
    summary,
    lead,
    async check() {
      if (!loaded || loading) return null;
      setTried(true);
      setRefused([]);
      const plans = phones ?? (draft.phone ? await plansInTime() : null);
      const { verdict, stored } = readPhone(plans, draft.phone, draft.phone_country);
      const found = Object.keys(checkForm(plan, draft, rules, verdict)).length;
      const guest = guestOf(draft, new Set(fields.map(({ name }) => name)), stored);
      if (found > 0) lead();
      return { guest, problems: found };
    },
    refuse(error) {
      const errors = error instanceof ApiProblem ? (error.body.errors ?? []) : [];
      setRefused(errors);
      const named = Object.entries(problemsOfServer(errors, plan));
      const missing = named.filter(([, problem]) => problem.kind === "REQUIRED");
      setDemanded((before) => [...before, ...missing.map(([name]) => `${country}.${name}`)]);
      if (named.length > 0) lead();
      return named.length > 0;
    },
    forgive: () => setRefused([]),
  };
}
