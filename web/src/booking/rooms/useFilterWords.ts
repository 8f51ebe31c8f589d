import type { Availability } from "../../api";
import { type LabelKey, useI18n } from "../../i18n";
import { useBooking } from "../BookingProvider";
import { type Filters, NO_FILTERS, ONE_OF, type OneOf } from "./filters";
import { BEDS } from "./useRoomFacts";

/** Categories by the codes that hotels use; others are shown as the hotel writes them. */
const categories: Readonly<Record<string, LabelKey>> = {
  STANDARD: "lbl_category_standard",
  SUPERIOR: "lbl_category_superior",
  DELUXE: "lbl_category_deluxe",
  FAMILY: "lbl_category_family",
  SUITE: "lbl_category_suite",
  APARTMENT: "lbl_category_apartment",
};

/** `JUNIOR_SUITE` is Junior suite. */
const readable = (code: string) => {
  const words = code.toLowerCase().replace(/_/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** An applied filter: what it is called and the filters without it. */
export interface AppliedFilter {
  id: string;
  name: string;
  without: Filters;
}

/** What filters are called in the guest's language. */
export function useFilterWords(answer: Availability) {
  const { t, money, locale } = useI18n();
  const { names, shownCurrency: currency } = useBooking();
  const types = new Map(answer.room_types.map((type) => [type.id, type.name]));
  const amenities = new Map(
    answer.room_type_amenity_groups.flatMap((group) => group.amenities.map(({ code, name }) => [code, name])),
  );

  const value = (field: OneOf, code: string): string => {
    switch (field) {
      case "bed_types": {
        const bed = BEDS[code];
        const name = bed ? t(bed, { count: 1 }) : readable(code);
        return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
      }
      case "categories": {
        const label = categories[code];
        return label ? t(label) : readable(code);
      }
      case "smoking":
        return t(code === "yes" ? "lbl_smoking" : "lbl_non_smoking");
      case "room_types":
        return names.room(code, types.get(code) ?? readable(code));
    }
  };
  const feature = (code: string) =>
    names.field("AMENITY", code, "name", amenities.get(code) ?? readable(code));

  /** Every applied filter, in the order of the panel. */
  const applied = (filters: Filters): AppliedFilter[] => {
    const list: AppliedFilter[] = [];
    for (const field of ONE_OF) {
      for (const code of filters[field]) {
        const without = { ...filters, [field]: filters[field].filter((other) => other !== code) };
        list.push({ id: `${field}/${code}`, name: value(field, code), without });
      }
    }
    for (const code of filters.features) {
      const without = { ...filters, features: filters.features.filter((other) => other !== code) };
      list.push({ id: `features/${code}`, name: feature(code), without });
    }
    const single = (id: keyof Filters, name: string) =>
      list.push({ id, name, without: { ...filters, [id]: NO_FILTERS[id] } });
    if (filters.min_bed_count > 0)
      single("min_bed_count", t("lbl_beds_or_more", { count: filters.min_bed_count }));
    if (filters.accessible) single("accessible", t("lbl_accessible_rooms"));
    if (filters.max_price !== null) {
      single("max_price", t("lbl_up_to_amount", { amount: money(filters.max_price, currency) }));
    }
    return list;
  };

  return { value, feature, applied };
}

/** A group of amenities in the guest's language: the hotel translates it with each of its amenities. */
export function useGroupName() {
  const { names } = useBooking();
  return (group: { name: string; amenities: readonly { code: string }[] }) =>
    names.field("AMENITY", group.amenities[0]?.code ?? "", "group", group.name);
}
