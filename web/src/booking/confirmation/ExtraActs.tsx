/** What one may want next after booking an activity or an event: its papers, and where it is changed or given back. */
import { useI18n } from "../../i18n";
import { Icon } from "../../ui";
import { useBooking } from "../BookingProvider";
import type { Belongs } from "../ForStay";
import { Act, NoDetails, useDetails, useExtraPapers } from "./Act";

export interface ExtraActsProps {
  booked: {
    confirmation_no: string;
    currency: string;
    from: string;
    letter_url: string;
    calendar_url: string;
  };
  lastName: string;
  belongs: Belongs;
}

const WHERE = { stay: "lbl_found_with_stay", itself: "lbl_found_by_itself" } as const;

export function ExtraActs({ booked, lastName, belongs }: ExtraActsProps) {
  const { t, day } = useI18n();
  const { property } = useBooking();
  const details = useDetails();
  const papers = useExtraPapers()(booked);
  return (
    <>
      <nav className="what-next" aria-label={t("lbl_what_next")}>
        <Act
          icon="calendar"
          href={papers.calendar}
          title={t("lbl_add_to_calendar")}
          text={day(booked.from.slice(0, 10), "weekday")}
          download
        />
        <Act
          icon="mail"
          href={papers.letter}
          title={t("lbl_confirmation_letter")}
          text={t("lbl_new_window")}
          newWindow
        />
        {property.website_config.enable_search_reservation && (
          <button
            type="button"
            aria-busy={details.busy}
            onClick={() =>
              void details.open({ confirmation_no: booked.confirmation_no, last_name: lastName })
            }
          >
            <Icon name="edit" />
            <span>
              {t("lbl_view_booking")}
              <small>{t("lbl_view_booking_say")}</small>
            </span>
          </button>
        )}
        <NoDetails problem={details.problem} />
      </nav>
      {belongs && <p className="small quiet part-of-stay">{t(WHERE[belongs])}</p>}
    </>
  );
}
