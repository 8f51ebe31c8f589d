/** Who answers for the party: the guest form of the house, with what an activity asks for (ACT-15 to ACT-25). */
import { useContext } from "react";
import { useBooking } from "../booking/BookingProvider";
import { ByItself } from "../booking/ForStay";
import { GoContext, useHere } from "../booking/go";
import { ContactForm } from "../booking/information/ContactForm";
import { draftFrom } from "../booking/information/draft";
import { useContact } from "../booking/information/use-contact";
import { useI18n } from "../i18n";
import { useFailureWords } from "../shell/failure-words";
import { Button, Notice } from "../ui";
import { contactPlan } from "./contact-plan";
import { Frame } from "./Frame";
import { pathOf } from "./steps";
import { useActivity } from "./useActivity";

export function GuestInformation() {
  const { t } = useI18n();
  const { state: booking } = useBooking();
  const { navigate } = useContext(GoContext);
  const here = useHere();
  const { state, type, begin, save } = useActivity();
  const failureWords = useFailureWords();

  const contact = useContact({
    // what was typed, else the guest of a stay that is being booked, else nothing but the country (ACT-16)
    kept: draftFrom({ ...booking.guest, ...booking.guestDraft, ...state.guest, ...state.draft }),
    keep: type,
    fit: contactPlan,
    refused: state.save.kind === "failed" ? (state.save.problem.body.errors ?? []) : [],
  });

  async function next() {
    const checked = await contact.check();
    if (!checked || checked.problems > 0 || !state.party) return;
    save(state.party, checked.guest);
    if (here()) navigate(pathOf("payments"));
  }

  const failed = state.start.kind === "failed" ? state.start.problem : null;
  const { chosen, party, price, key } = state;
  // without an answer the places may be held: the same choice finds them
  const again = failed && key && chosen && party && price ? () => begin(chosen, party, price) : null;
  const bill = chosen && price ? { chosen, price } : null;
  return (
    <Frame
      step="guest-information"
      bill={bill}
      next={{
        label: t("lbl_next"),
        busy: contact.waiting,
        disabled: failed !== null,
        onPress: () => void next(),
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
            {!again && (
              <p>
                <b>{t("lbl_activity_not_held")}</b>
              </p>
            )}
            <p>{failureWords(failed)}</p>
            <p className="ways">
              {again && (
                <Button
                  look="line"
                  onClick={({ currentTarget }) => {
                    // the notice goes, and the focus would with it
                    currentTarget.closest("main")?.focus({ preventScroll: true });
                    again();
                  }}
                >
                  {t("lbl_retry")}
                </Button>
              )}
              <Button look="line" onClick={() => navigate(pathOf("activity-details"))}>
                {t("lbl_choose_another_time")}
              </Button>
            </p>
          </Notice>
        )}
        <ByItself belongs={state.belongs} />
        <ContactForm contact={contact} phoneHint={t("lbl_extra_phone_hint")} onSubmit={() => void next()} />
      </section>
    </Frame>
  );
}
