/** Who answers for the event: the house's guest form, with the event's name and the cost centre (EVENT-28 to EVENT-36). */
import { useContext, useState } from "react";
import { ApiProblem } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { GoContext, useHere } from "../booking/go";
import { useInSight } from "../booking/in-sight";
import { ContactForm } from "../booking/information/ContactForm";
import { holdsCardNumber } from "../booking/information/card-number";
import { draftFrom } from "../booking/information/draft";
import { FALLBACK_RULES } from "../booking/information/fields";
import { useContact } from "../booking/information/use-contact";
import { type FieldProblem, problemOfServer } from "../booking/information/validate";
import { useFieldWords } from "../booking/information/words";
import { seenLine } from "../booking/seen";
import { WentWrong } from "../booking/WentWrong";
import { type LabelKey, useI18n } from "../i18n";
import { TextField } from "../ui";
import { contactPlan } from "./contact-plan";
import { Frame } from "./Frame";
import { pathOf } from "./steps";
import { isGone, useEvent } from "./useEvent";

const OWN = ["event_name", "po_number"] as const;
type OwnField = (typeof OWN)[number];
const OWN_LABELS: Readonly<Record<OwnField, LabelKey>> = {
  event_name: "lbl_event_name",
  po_number: "lbl_cost_centre",
};

type OwnProblems = Partial<Record<OwnField, FieldProblem>>;

/** What the server has against them. */
function refusedIn(error: unknown): OwnProblems {
  const errors = error instanceof ApiProblem ? (error.body.errors ?? []) : [];
  const named = errors.filter(({ field }) => OWN.some((name) => name === field));
  return Object.fromEntries(named.map(({ field, message }) => [field, problemOfServer(message)]));
}

export function GuestInformation() {
  const { t } = useI18n();
  const { state: booking } = useBooking();
  const { navigate } = useContext(GoContext);
  const here = useHere();
  const { event, draft: typed, type, saveContact } = useEvent();
  const [left, setLeft] = useState<ReadonlySet<OwnField>>(new Set());
  const [refused, setRefused] = useState<OwnProblems>({});
  const [failed, setFailed] = useState(false);
  const told = useInSight(failed);
  const [busy, setBusy] = useState(false);

  const contact = useContact({
    kept: draftFrom({ ...booking.guest, ...booking.guestDraft, ...event?.contact?.guest_data, ...typed }),
    keep(change) {
      setFailed(false);
      type(change);
    },
    fit: contactPlan,
    busy,
  });
  const own = (name: OwnField) => typed[name] ?? event?.contact?.[name] ?? "";
  const line = (name: OwnField) => seenLine(own(name));
  const { short } = useFieldWords(FALLBACK_RULES);
  const check = (name: OwnField): FieldProblem | null => {
    if (line(name) === "") return { kind: "REQUIRED" };
    return holdsCardNumber(line(name)) ? { kind: "CARD_NUMBER" } : null;
  };
  const problemOf = (name: OwnField) => check(name) ?? refused[name];
  const problems = OWN.flatMap((name) => {
    const problem = problemOf(name);
    return problem ? [{ name, problem }] : [];
  });
  const lines = problems.map(({ name, problem }) => ({
    target: `event-${name}`,
    field: t(OWN_LABELS[name]),
    problem: problem.kind === "REQUIRED" ? "" : short(problem),
  }));
  const errorOf = (name: OwnField) => {
    const problem = problemOf(name);
    return problem && (contact.tried || left.has(name)) ? short(problem) : undefined;
  };

  async function next() {
    setFailed(false);
    setRefused({});
    setBusy(true);
    try {
      const checked = await contact.check();
      // nothing is sent before all of it is sound (EVENT-35)
      if (!checked || checked.problems > 0 || OWN.some(check)) {
        contact.lead();
        return;
      }
      await saveContact({ ...checked.guest, event_name: line("event_name"), po_number: line("po_number") });
      if (here()) navigate(pathOf("payments"));
    } catch (error) {
      if (isGone(error)) return;
      const named = refusedIn(error);
      setRefused(named);
      if (Object.keys(named).length > 0) contact.lead();
      setFailed(!contact.refuse(error) && Object.keys(named).length === 0);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Frame
      step="guest-information"
      next={{ label: t("lbl_next"), busy: busy || contact.waiting, onPress: () => void next() }}
    >
      <section className="information" aria-labelledby="guest-title">
        <div className="intro">
          <h1 className="serif title" id="guest-title">
            {t("lbl_event_contact_title")}
          </h1>
          <p>{t("lbl_event_contact_intro")}</p>
        </div>
        {failed && <WentWrong ref={told} />}
        <ContactForm
          contact={contact}
          phoneHint={t("lbl_extra_phone_hint")}
          lines={contact.tried ? [...lines, ...contact.lines] : []}
          onSubmit={() => void next()}
          before={
            <fieldset>
              <legend>{t("lbl_event_summary")}</legend>
              <div className="g">
                {OWN.map((name) => (
                  <TextField
                    key={name}
                    id={`event-${name}`}
                    label={t(OWN_LABELS[name])}
                    required
                    readOnly={busy}
                    maxLength={150}
                    hint={name === "event_name" ? t("lbl_event_name_hint") : undefined}
                    error={errorOf(name)}
                    value={own(name)}
                    onChange={(text) => {
                      setRefused(({ [name]: _, ...others }) => others);
                      type({ [name]: text });
                    }}
                    onBlur={() => setLeft((before) => new Set(before).add(name))}
                  />
                ))}
              </div>
            </fieldset>
          }
        />
      </section>
    </Frame>
  );
}
