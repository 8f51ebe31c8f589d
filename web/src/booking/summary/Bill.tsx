import { useI18n } from "../../i18n";
import { Button } from "../../ui";
import { useBooking } from "../BookingProvider";
import type { StepName } from "../flow";
import { useStayWords } from "../stay-words";
import type { WizardActions } from "../wizard/actions";
import { BillLines } from "./parts";

/** The bill: dates, each room with its lines, the total and the taxes in it. */
export function Bill(props: { current: StepName; actions: WizardActions; titleHidden?: boolean }) {
  const { current, actions, titleHidden } = props;
  const { t } = useI18n();
  return (
    <section className="bill" aria-label={t("lbl_your_stay")}>
      {!titleHidden && <h2 className="serif">{t("lbl_your_stay")}</h2>}
      <BillDates />
      {actions.rooms.length === 0 ? (
        <p className="quiet">{t("lbl_bill_empty")}</p>
      ) : (
        <BillLines current={current} rooms={actions.rooms} />
      )}
      {current === "rooms" && actions.next && (
        <>
          <Button size="big" wide busy={actions.busy} onClick={actions.next}>
            {actions.nextLabel ?? t("lbl_next")}
          </Button>
          <p className="under">{t("lbl_nothing_charged_yet")}</p>
        </>
      )}
    </section>
  );
}

function BillDates() {
  const { t, day, time } = useI18n();
  const words = useStayWords();
  const { property, state } = useBooking();
  const { search } = state;
  if (!search) return null;
  return (
    <div className="when">
      <div>
        <small>{t("lbl_check_in")}</small>
        <b>{day(search.checkIn, "short")}</b>
        <small>{day(search.checkIn, "weekdayName")}</small>
        <small>{t("lbl_from_time", { time: time(property.check_in_time) })}</small>
      </div>
      <span className="nights">{words.nights(search.checkIn, search.checkOut)}</span>
      <div>
        <small>{t("lbl_check_out")}</small>
        <b>{day(search.checkOut, "short")}</b>
        <small>{day(search.checkOut, "weekdayName")}</small>
        <small>{t("lbl_until_time", { time: time(property.check_out_time) })}</small>
      </div>
    </div>
  );
}
