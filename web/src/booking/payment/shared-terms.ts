import type { Cancellation, SelectedRoom } from "../../api";
import { sumMoney } from "../../i18n";

type Room = Pick<SelectedRoom, "cancellation" | "mop">;

/** Rooms that are cancelled on the same terms, and these with the amounts of all of them. */
export interface SharedTerms<R> {
  rooms: R[];
  cancellation: Cancellation;
}

/** What the guest is told apart: two rooms with the same of it are told of together. */
const told = ({ cancellation: { free_until, penalty, later_penalties }, mop }: Room) =>
  JSON.stringify([
    mop,
    free_until,
    penalty && [penalty.kind, penalty.value],
    later_penalties.map(({ from, kind, value }) => [from, kind, value]),
  ]);

function together(rooms: readonly Room[], first: Cancellation, currency: string): Cancellation {
  const sum = (of: (cancellation: Cancellation) => number | undefined) =>
    sumMoney(
      rooms.map(({ cancellation }) => of(cancellation) ?? 0),
      currency,
    );
  return {
    ...first,
    penalty: first.penalty && { ...first.penalty, amount: sum(({ penalty }) => penalty?.amount) },
    later_penalties: first.later_penalties.map((step, at) => ({
      ...step,
      amount: sum(({ later_penalties }) => later_penalties[at]?.amount),
    })),
  };
}

/** The rooms in groups of the same terms, in their order; who pays is one of these. */
export function sharedTerms<R extends Room>(rooms: readonly R[], currency: string): SharedTerms<R>[] {
  return [...new Set(rooms.map(told))].flatMap((terms) => {
    const alike = rooms.filter((room) => told(room) === terms);
    const [first] = alike;
    return first ? [{ rooms: alike, cancellation: together(alike, first.cancellation, currency) }] : [];
  });
}
