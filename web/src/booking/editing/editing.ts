/** A booked stay that is changed through the wizard (EDIT-01, EDIT-02): what the booking begins with. Pure. */
import type { ExistingReservation, ResumedBatch } from "../../api";
import type { Deal } from "../deal";
import type { Names } from "../names";
import { makeSearch } from "../search-data";
import type { BookingState } from "../state";

/** The code that the stay was booked with goes on standing. */
export function dealOf(stay: ExistingReservation): Deal | null {
  const { discount, company, group_block, mop } = stay;
  if (company) {
    const { id, name } = company;
    return { kind: "company", code: id, id, name, mop: mop === "COMPANY" ? "COMPANY" : "GUEST" };
  }
  if (group_block.id) {
    const { id } = group_block;
    return { kind: "group", code: id, id, name: group_block.group_name ?? id };
  }
  return discount && { kind: "promo", code: discount.id, id: discount.id, name: discount.name };
}

/** The stay as it is, searched for, and its guest in the form; null for a batch that changes none. */
export function editingState(found: ResumedBatch): Partial<BookingState> | null {
  const stay = found.existing_reservation;
  if (!stay) return null;
  const { number_of_adults: adults, number_of_children: children, children_ages } = stay;
  return {
    batch: { batch_id: found.batch_id, token: found.token ?? "" },
    profile: found,
    search: makeSearch(stay.check_in_date, stay.check_out_date, [{ adults, children, children_ages }]),
    deal: dealOf(stay),
    guest: found.guest,
    guestDraft: found.guest ? { ...found.guest, booked_as: found.guest.last_name } : {},
    fromProfile: false,
    rides: {},
  };
}

/** Of the package that the stay was booked with, in the guest's language; null without one. */
export function packageName(stay: ExistingReservation, names: Names): string | null {
  const { package_id: id, package_name: name } = stay;
  return id && names.field("PACKAGE", id, "name", name ?? id);
}
