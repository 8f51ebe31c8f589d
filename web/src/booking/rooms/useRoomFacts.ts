import type { RoomType } from "../../api";
import { type LabelKey, useI18n } from "../../i18n";
import type { IconName } from "../../ui";

export interface RoomFact {
  icon: IconName;
  text: string;
}

/** Beds by the codes that hotels use. */
export const BEDS: Readonly<Record<string, LabelKey>> = {
  SINGLE: "lbl_bed_single",
  TWIN: "lbl_bed_single",
  DOUBLE: "lbl_bed_double",
  QUEEN: "lbl_bed_queen",
  KING: "lbl_bed_king",
  BUNK: "lbl_bed_bunk",
  SOFA: "lbl_bed_sofa",
};

/** The three facts that matter: size and bed, who fits, the view. */
export function useRoomFacts(type: RoomType | null): RoomFact[] {
  const { t, facts: listed } = useI18n();
  if (!type) return [];
  const size = type.size_m2 ? t("lbl_square_metres", { size: type.size_m2 }) : "";
  const bedLabel = BEDS[type.bed_type ?? ""];
  const bed = bedLabel ? t(bedLabel, { count: type.bed_count }) : "";
  const facts: RoomFact[] = [
    { icon: "bed", text: listed([size, bed]) },
    { icon: "people", text: t("lbl_fits", { count: type.max_people }) },
    { icon: "view", text: type.view ?? "" },
  ];
  return facts.filter((fact) => fact.text !== "");
}
