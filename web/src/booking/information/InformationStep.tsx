/** Guest information: who is coming, and what they agree to (GUEST-01 to GUEST-31). */
import { useEffect, useRef, useState } from "react";
import { ApiProblem, api, type Guest, hasCode } from "../../api";
import { useI18n } from "../../i18n";
import { Checkbox, Notice, Skeleton, say } from "../../ui";
import { useBooking } from "../BookingProvider";
import { useGo } from "../go";
import { guaranteeChoice } from "../payment/guarantee";
import { refusalOf } from "../payment/refusal";
import { useOrderWords, usePaymentPlan, useReserve } from "../payment/use-order";
import { useProblemWords } from "../problem-words";
import { Transport } from "../transport/Transport";
import { useTransport } from "../transport/use-transport";
import { useStep } from "../wizard/step";
import { draftFrom, type GuestDraft, guestOf, withCountry } from "./draft";
import { ErrorSummary, type SummaryLine } from "./ErrorSummary";
import { FALLBACK_RULES, formPlan, GUEST_FIELDS, type GuestField, isShown } from "./fields";
import { eligibleState, lockedFields, profileDraft } from "./from-profile";
import { fieldId, GuestForm } from "./GuestForm";
import { AGREE_ID, Policies } from "./Policies";
import { defaultPhoneCountry, loadPhones } from "./phone";
import { useAddressRules } from "./use-address-rules";
import { readPhone, usePhones } from "./use-phone";
import { checkForm, type FormProblems, problemsOfServer } from "./validate";
import { useFieldWords } from "./words";
import "./information.css";

/** The draft with what stands in a form that nobody touched: the property's country. */
function filled(kept: GuestDraft, propertyCountry: string | null): GuestDraft {
  return {
    ...kept,
    country: kept.country || propertyCountry || "US",
    phone_country: kept.phone_country || defaultPhoneCountry(propertyCountry),
  };
}

export default function InformationStep() {
  const { t } = useI18n();
  const { property, user, state, dispatch } = useBooking();
  const go = useGo();
  const phones = usePhones();
  const transport = useTransport();
  const planned = usePaymentPlan();
  const reserve = useReserve();
  const problemWords = useProblemWords();
  const summary = useRef<{ focus: () => void }>(null);
  const [left, setLeft] = useState<ReadonlySet<GuestField>>(new Set());
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<FormProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const kept = filled(draftFrom({ ...state.guest, ...state.guestDraft }), property.country);
  const { rules: loadedRules } = useAddressRules(property.id, kept.country);
  const rules = loadedRules ?? FALLBACK_RULES;
  const draft = { ...kept, state: eligibleState(kept.state, rules) };
  const own = user?.account_number ? profileDraft(user) : null;
  const words = useFieldWords(rules);
  const plan = formPlan(rules, state.profile?.required_guest_fields ?? []);
  const phone = readPhone(phones, draft.phone, draft.phone_country);
  const problems: FormProblems = { ...refused, ...checkForm(plan, draft, rules, phone.verdict) };
  const shown = Object.fromEntries(
    Object.entries(problems).filter(([name]) => tried || left.has(name as GuestField) || name in refused),
  ) as FormProblems;
  const names = GUEST_FIELDS.filter((name) => problems[name]);
  const locked = lockedFields(state.fromProfile && own ? own : {}, problems);

  // the button may be far from where this stands: on a phone it is in the bar
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) told.current?.scrollIntoView({ block: "center" });
  }, [failure]);

  // what is reserved without a payment step is ordered here, so the button says so (WIZ-28)
  const passes = planned.status === "ready" && planned.plan.kind === "PASS" ? planned.plan : null;
  const order = useOrderWords(passes?.type ?? null);
  const done = (state.outcome?.rooms.length ?? 0) > 0;
  useEffect(() => {
    if (done) go("confirmation", { replace: true });
  });

  function change(next: Partial<GuestDraft>): void {
    const country =
      next.country === undefined
        ? {}
        : { country: next.country, state: withCountry(draft, next.country).state };
    dispatch({ type: "GUEST_DRAFT", change: { ...next, ...country } });
    setFailure(null);
    setRefused(
      (before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !(name in next))) as FormProblems,
    );
  }

  /** The member's own details into the form, or out of it (GUEST-05, GUEST-06). */
  function fillIn(fromProfile: boolean): void {
    const details: Partial<GuestDraft> = { ...own };
    if (details.phone && phones) {
      const reading = phones.read(details.phone, draft.phone_country);
      details.phone = reading.formatted;
      details.phone_country = reading.country;
    }
    const change = fromProfile ? details : Object.fromEntries(Object.keys(details).map((name) => [name, ""]));
    dispatch({ type: "FROM_PROFILE", fromProfile, change });
    setRefused({});
  }

  function leave(name: GuestField): void {
    setLeft((before) => new Set(before).add(name));
    // a number typed with its own dial code moves to its country, and reads as people there write it
    if (name === "phone" && phones && phone.verdict) {
      const reading = phones.read(draft.phone, draft.phone_country);
      dispatch({ type: "GUEST_DRAFT", change: { phone: reading.formatted, phone_country: reading.country } });
    }
  }

  /** The guest at the server, or null when it was refused and the screen says why. */
  async function save(guest: Guest): Promise<Guest | "rooms" | null> {
    const { batch, selected } = state;
    if (!batch || selected.length === 0) return "rooms";
    try {
      const sessions = selected.map((room) => room.session_id);
      const { guest_data } = await api.addGuest(property.id, batch, sessions, guest, user?.user_id ?? null);
      dispatch({ type: "GUEST", guest: guest_data });
      return guest_data;
    } catch (error) {
      if (hasCode(error, "BATCH_EXPIRED") || (error instanceof ApiProblem && error.status === 410)) {
        // the failure screen has the words and the way back to the rooms; what was typed is kept
        const { code, message, night } = refusalOf(error);
        dispatch({ type: "OUTCOME", outcome: { rooms: [], message, refusal: { code, night } } });
        go("confirmation");
        return null;
      }
      if (hasCode(error, "ALREADY_COMMITTED")) {
        // another tab was faster: the confirmation is what there is to see
        const found = await api.batch(property.id, batch).catch(() => null);
        if (found?.confirmation) {
          dispatch({ type: "OUTCOME", outcome: { rooms: found.confirmation, message: null } });
          return null;
        }
      }
      const fields = error instanceof ApiProblem ? problemsOfServer(error.body.errors ?? [], plan) : {};
      setRefused(fields);
      const named = Object.keys(fields).length > 0;
      setFailure(
        named ? null : (error instanceof ApiProblem && problemWords(error)) || t("lbl_guest_not_saved"),
      );
      if (named) summary.current?.focus();
      return null;
    }
  }

  async function next() {
    setTried(true);
    setFailure(null);
    setRefused({});
    if (!loadedRules) return false;
    // the plans may have failed to load before; without them the server's check stands alone
    const plans = phones ?? (draft.phone ? await loadPhones().catch(() => null) : null);
    const checked = readPhone(plans, draft.phone, draft.phone_country);
    const found = checkForm(plan, draft, rules, checked.verdict);
    const count = Object.keys(found).length + transport.missing.length + (state.agreed ? 0 : 1);
    if (count > 0) {
      say(t("lbl_look_at", { count }));
      requestAnimationFrame(() => summary.current?.focus());
      return false;
    }
    setBusy(true);
    try {
      const fields = new Set(GUEST_FIELDS.filter((name) => isShown(name, rules)));
      const saved = await save(guestOf(draft, fields, checked.stored));
      if (saved === "rooms") return "rooms";
      if (!saved) return false;
      if (!passes) return true;
      return await reserve(passes.type && guaranteeChoice(passes.type, null), saved);
    } finally {
      setBusy(false);
    }
  }

  useStep({
    next,
    busy,
    missing: names.length > 0 || transport.missing.length > 0 || !state.agreed,
    nextLabel: passes ? order.label : t("lbl_continue_to_payment"),
    nextAside: passes ? order.aside : undefined,
  });

  const lines: SummaryLine[] = tried
    ? names.map((name) => ({
        target: fieldId(name),
        field: words.label(name),
        // what is merely missing is named; that it is required stands beside the field
        problem:
          problems[name]?.kind === "REQUIRED" ? "" : words.short(problems[name] ?? { kind: "NOT_VALID" }),
      }))
    : [];
  if (tried) lines.push(...transport.lines);
  const agreeError = tried && !state.agreed ? t("lbl_agree_first") : undefined;
  if (agreeError) lines.push({ target: AGREE_ID, field: agreeError, problem: "" });

  return (
    <section className="information" aria-labelledby="guest-title">
      <div className="intro">
        <h1 className="serif title" id="guest-title">
          {t("lbl_guest_title")}
        </h1>
        <p>{t("lbl_guest_intro")}</p>
      </div>
      <ErrorSummary ref={summary} lines={lines} />
      <form className="form" noValidate autoComplete="on" onSubmit={(event) => event.preventDefault()}>
        {own && (
          <Checkbox checked={state.fromProfile} onChange={fillIn}>
            {t("lbl_fill_from_profile")}
          </Checkbox>
        )}
        {loadedRules ? (
          <GuestForm
            plan={plan}
            rules={rules}
            draft={draft}
            phones={phones}
            problems={shown}
            locked={locked}
            onChange={change}
            onLeave={leave}
          />
        ) : (
          <div className="loading" role="status">
            <span className="vh">{t("lbl_fields_loading")}</span>
            {Array.from({ length: 9 }, (_, index) => (
              <Skeleton key={index} block="4.5rem" />
            ))}
          </div>
        )}
        {loadedRules && transport.offered && (
          <Transport
            shown={transport.shown}
            onShow={transport.setShown}
            missing={tried ? transport.missing : []}
          />
        )}
        {/* how long the form is, its country's rules tell: nothing stands below that it would push away */}
        {loadedRules && (
          <Policies
            rooms={state.selected}
            planned={planned}
            agreed={state.agreed}
            onAgree={(agreed) => dispatch({ type: "AGREED", agreed })}
            error={agreeError}
          />
        )}
      </form>
      {names.length > 0 && tried && <p className="fill-all">{t("lbl_fill_required_fields")}</p>}
      {failure && (
        <div ref={told} className="failure">
          <Notice tone="bad" role="alert">
            {failure}
          </Notice>
        </div>
      )}
    </section>
  );
}
