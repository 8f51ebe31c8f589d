/** Activities in the guest's language: the dynamic texts laid over what the calls answer. */
import type { ActivityImage, ActivityInstance, ActivityTemplate } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { useI18n } from "../i18n";
import { plainText } from "../ui";

/** Longest description of the list that stands whole; longer ones keep so many characters less one (ACT-08). */
const WHOLE = 33;

/** A description as the list shows it: without tags, cut to 32 characters and an ellipsis. */
export function cut(description: string): string {
  const letters = Array.from(plainText(description));
  return letters.length > WHOLE
    ? `${letters
        .slice(0, WHOLE - 1)
        .join("")
        .trimEnd()}…`
    : letters.join("");
}

/** `KAYAK.2026-12-12.0930` takes place on the second part. */
export const dayOf = (instance: string): string => instance.split(".")[1] ?? "";

export interface ActivityWords {
  name: (id: string, fallback: string) => string;
  description: (id: string, fallback: string) => string;
  overview: (template: ActivityTemplate) => string;
  images: (template: ActivityTemplate | null) => (ActivityImage & { url: string })[];
  /** `09:30 AM to 11:00 AM`. */
  hours: (instance: Pick<ActivityInstance, "from_time" | "to_time">) => string;
  people: (party: { adults: number; children: number }) => string;
}

export function useActivityWords(): ActivityWords {
  const { t, time } = useI18n();
  const { names } = useBooking();
  const field = (id: string, name: string, fallback: string) => names.field("ACTIVITY", id, name, fallback);
  return {
    name: (id, fallback) => field(id, "name", fallback),
    description: (id, fallback) => field(id, "description", fallback),
    overview: ({ id, overview, description }) =>
      field(id, "overview", overview) || field(id, "description", description),
    images: (template) =>
      (template?.images ?? []).map((image, index) => ({
        ...image,
        url: image.image_url,
        alt: field(template?.id ?? "", `images.${index}.alt`, image.alt),
      })),
    hours: ({ from_time, to_time }) => t("lbl_time_from_to", { from: time(from_time), to: time(to_time) }),
    people: ({ adults, children }) => {
      const first = t("lbl_adults_count", { count: adults });
      return children > 0
        ? t("lbl_and", { first, second: t("lbl_children_count", { count: children }) })
        : first;
    },
  };
}
