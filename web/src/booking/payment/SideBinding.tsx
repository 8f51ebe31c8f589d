import { useI18n } from "../../i18n";
import { useBooking } from "../BookingProvider";

/** What the order of an event or an activity binds to: what giving it back costs, the terms of the house, with whom. */
export function SideBinding({ cancelling, bookedWith }: { cancelling: string | null; bookedWith: string }) {
  const { t, rich } = useI18n();
  const { property } = useBooking();
  return (
    <div className="small quiet binding">
      {cancelling && <p className="when-folded">{cancelling}</p>}
      <p>
        {rich("lbl_extra_terms", {
          terms: (
            <a href={property.terms_url} target="_blank" rel="noopener noreferrer">
              {t("lbl_terms_of_house")}
            </a>
          ),
        })}
      </p>
      <p>{bookedWith}</p>
    </div>
  );
}
