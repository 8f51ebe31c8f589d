import type { SelectedRoom } from "../../api";
import { useI18n } from "../../i18n";
import { CancellationText } from "../Cancellation";
import { useCompanyOf } from "../company-pays";
import type { SharedTerms } from "./shared-terms";
import { useRoomList } from "./use-room-list";

/** What cancelling costs of rooms with the same terms, and which these are. */
export function TermsOfRooms(props: SharedTerms<SelectedRoom> & { currency: string }) {
  const { rooms, cancellation, currency } = props;
  const { t } = useI18n();
  const list = useRoomList();
  const [first] = rooms;
  const companyOf = useCompanyOf();
  const company = first && companyOf(first);
  return (
    <>
      <p className="of-rooms">{list(rooms)}</p>
      <CancellationText
        cancellation={cancellation}
        currency={currency}
        arrival={first?.check_in_date ?? ""}
        added={rooms.some((room) => room.chosen_addons.length > 0)}
      />
      {company && <p>{t("lbl_paid_by_company", { company })}</p>}
    </>
  );
}
