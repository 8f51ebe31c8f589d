/** Who answers for the event: the house's guest form, with the event's name and the cost centre (EVENT-28 to EVENT-36). */
import { useContext, useState } from "react";
import { useBooking } from "../booking/BookingProvider";
import { GoContext, useHere } from "../booking/go";
import { useInSight } from "../booking/in-sight";
import { ContactForm } from "../booking/information/ContactForm";
import { draftFrom } from "../booking/information/draft";
import { useContact } from "../booking/information/use-contact";
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

export function GuestInformation() {
  const { t } = useI18n();
  const { state: booking } = useBooking();
  const { navigate } = useContext(GoContext);
  const here = useHere();
  const { event, draft: typed, type, saveContact } = useEvent();
  const [left, setLeft] = useState<ReadonlySet<OwnField>>(new Set());
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
  const missing = OWN.filter((name) => own(name).trim() === "");
  const lines = missing.map((name) => ({ target: `event-${name}`, field: t(OWN_LABELS[name]), problem: "" }));

  async function next() {
    setFailed(false);
    setBusy(true);
    try {
      const checked = await contact.check();
      // nothing is sent before all of it is sound (EVENT-35)
      if (!checked || checked.problems > 0 || missing.length > 0) {
        contact.lead();
        return;
      }
      await saveContact({ ...checked.guest, event_name: own("event_name"), po_number: own("po_number") });
      if (here()) navigate(pathOf("payments"));
    } catch (error) {
      if (!isGone(error)) setFailed(!contact.refuse(error));
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
              <legend>{t("lbl_event_section")}</legend>
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
                    error={
                      (contact.tried || left.has(name)) && missing.includes(name)
                        ? t("lbl_required")
                        : undefined
                    }
                    value={own(name)}
                    onChange={(text) => type({ [name]: text })}
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
