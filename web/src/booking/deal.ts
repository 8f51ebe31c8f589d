/** Promo, company and group codes: one at most (SEARCH-14), and what each adds to the calls. Pure. */
import type { AvailabilityQuery, Property, RateOffer, SelectedRoom, SetRateBody } from "../api";

export type CodeKind = "promo" | "company" | "group";

/** A code as typed. */
export interface TypedCode {
  kind: CodeKind;
  code: string;
}

export type Mop = "GUEST" | "COMPANY";

/** A code that the server knows. */
export type Deal = {
  code: string;
  id: string;
  name: string;
  /** That of the name; missing where it is the hotel's own. */
  language?: string;
} & ({ kind: "promo" | "group" } | { kind: "company"; mop: Mop });

/** A search that waits for the guest to say who pays; kept so that a reload asks again. */
export interface Company {
  code: string;
  id: string;
  name: string;
}

/** The codes that a hotel's pages take (SEARCH-15). */
export function kindsOf(config: Property["website_config"]): CodeKind[] {
  const kinds: CodeKind[] = [];
  if (!config.disable_discount_flow) kinds.push("promo");
  if (config.enable_company_booking) kinds.push("company");
  if (config.enable_group_member_reservation_booking) kinds.push("group");
  return kinds;
}

const notOfACode = /[^\p{L}\p{M}\p{N} ]/gu;

/** What stays of a text in a code's field: capital letters, digits and spaces of any script (SEARCH-13, SEARCH-20). */
export function codeText(text: string): string {
  return text.replace(notOfACode, "").toUpperCase();
}

/** What availability is asked besides days and people (SEARCH-29). */
export function askedWith(
  deal: Deal | null,
): Pick<AvailabilityQuery, "discount_id" | "company_code" | "mop" | "group_code"> {
  switch (deal?.kind) {
    case "promo":
      return { discount_id: deal.id };
    case "company":
      return { company_code: deal.code, mop: deal.mop };
    case "group":
      return { group_code: deal.code };
    default:
      return {};
  }
}

/** A promotion lowers some rates and leaves the others: whether this one. */
export function isLowered(rate: Pick<RateOffer, "price_summary">): boolean {
  const { total_amount, total_amount_after_discount } = rate.price_summary;
  return total_amount_after_discount < total_amount;
}

/** Whether a chosen room costs what it does for the code: a stay may have rooms that it is not for. */
export function isOf(room: Pick<SelectedRoom, "discount" | "company" | "group_block">, deal: Deal): boolean {
  return [room.discount?.id, room.company?.id, room.group_block.id].includes(deal.id);
}

/** What set-rate is told; a promotion only with the rates that it lowers (API-26). */
export function setWith(
  deal: Deal | null,
  rate: Pick<RateOffer, "price_summary">,
): Pick<SetRateBody, "discount_id" | "company_code" | "mop" | "group_no" | "group_details"> {
  switch (deal?.kind) {
    case "promo":
      return isLowered(rate) ? { discount_id: deal.id } : {};
    case "company":
      return { company_code: deal.code, mop: deal.mop };
    case "group":
      return { group_no: deal.code, group_details: { group_block_id: deal.id } };
    default:
      return {};
  }
}
