import { nightsBetween, useI18n } from "../i18n";
import type { Party } from "./search-data";

/** Words for a stay and its people, in the guest's language. */
export function useStayWords() {
  const { t } = useI18n();
  const guests = (party: Pick<Party, "adults" | "children">) => {
    const adults = t("lbl_adults_count", { count: party.adults });
    return party.children === 0
      ? adults
      : t("lbl_and", { first: adults, second: t("lbl_children_count", { count: party.children }) });
  };
  return {
    guests,
    nights: (from: string, to: string) => t("lbl_nights", { count: nightsBetween(from, to) }),
    rooms: (count: number) => t("lbl_rooms_count", { count }),
  };
}
