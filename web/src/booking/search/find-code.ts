/** What the server knows of a code; loaded when a search is made with one. */
import { ApiProblem, availability, checkDiscounts, checkMop, type DiscountCheck } from "../../api";
import type { Company, Deal, TypedCode } from "../deal";
import type { SearchData } from "../search-data";
import type { StartFault } from "./useSearch";

/** Statuses of an answer that is none: no connection, too much to do, or what stands before the server. */
const UNASKED: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);

/** What a failure stands for (ERR-11, SEARCH-27); where nobody answered, nobody knows the code, and the search says so. */
function orElse<T>(none: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ApiProblem && !UNASKED.has(error.status)) return none;
    throw error;
  };
}

/** The promotion of an answer, or the restrictions that stand against it (SEARCH-30, ERR-12). */
export function discountOf(answer: readonly DiscountCheck[], code: string): Deal | { texts: string[] } {
  const [first] = answer;
  if (first?.validation_status && first.discount_id) {
    return { kind: "promo", code, id: first.discount_id, name: first.name ?? code };
  }
  const restrictions = answer.filter((entry) => !entry.validation_status);
  return { texts: restrictions.flatMap((entry) => (entry.text ? [entry.text] : [])) };
}

async function findPromo(
  property: number,
  code: string,
  { checkIn, checkOut, rooms }: SearchData,
  language_code: string,
): Promise<Deal | StartFault> {
  const ask = { start_date: checkIn, end_date: checkOut, code, number_of_rooms: rooms.length, language_code };
  const found = discountOf(await checkDiscounts(property, ask).catch(orElse([])), code);
  return "texts" in found ? { kind: "promo", texts: found.texts } : found;
}

async function findGroup(
  property: number,
  code: string,
  { checkIn, checkOut, rooms: [room] }: SearchData,
  language_code: string,
): Promise<Deal | StartFault> {
  const ask = {
    check_in_date: checkIn,
    check_out_date: checkOut,
    number_of_rooms: 1,
    number_of_persons: room?.persons.adults ?? 1,
    number_of_children: 0,
    group_code: code,
    language_code,
  };
  const answer = await availability(property, ask).catch(orElse(null));
  const block = answer?.group_block;
  return block?.id
    ? { kind: "group", code, id: block.id, name: block.group_name ?? code }
    : { kind: "group" };
}

/** The promotion or the group of a code, or why it opens nothing. */
export const findDeal = (property: number, { kind, code }: TypedCode, search: SearchData, language: string) =>
  (kind === "promo" ? findPromo : findGroup)(property, code, search, language);

/** The company of a code; null when it is not found, whatever the reason (SEARCH-27). */
export async function findCompany(
  property: number,
  code: string,
  language: string,
): Promise<(Company & { pays: boolean }) | null> {
  const found = await checkMop(property, code, language).catch(orElse(null));
  return (
    found && { code, id: found.company_id, name: found.name, pays: String(found.company_pays) === "true" }
  );
}
