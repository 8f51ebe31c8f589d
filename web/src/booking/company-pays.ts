/** Who pays in the guest's place: the terms of such a stay are told as the company's. */
import type { Availability, SelectedRoom } from "../api";
import { useBooking } from "./BookingProvider";
import type { Deal } from "./deal";
import { useDealName } from "./deal-name";

/** Name of the company that pays for a room, in the guest's language while the search is remembered; null without one. */
export function useCompanyOf(): (room: Pick<SelectedRoom, "mop" | "company">) => string | null {
  const { deal } = useBooking().state;
  const name = useDealName();
  return ({ mop, company }) =>
    mop === "COMPANY" && company ? (company.id === deal?.id && name) || company.name : null;
}

/** The same for what is on offer, whose answer names it in the language that was asked for. */
export const companyOfOffers = (deal: Deal | null, answer: Availability | undefined): string | null =>
  deal?.kind === "company" && deal.mop === "COMPANY" ? (answer?.company?.name ?? deal.name) : null;
