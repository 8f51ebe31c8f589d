import { expect, test } from "vitest";
import { sharedTerms } from "./shared-terms";

const whole = { kind: "PERCENT", value: 100 };
const room = (
  name: string,
  free_until: string | null,
  amount: number,
  mop: "GUEST" | "COMPANY" = "GUEST",
) => ({
  name,
  mop,
  cancellation: {
    free_until,
    penalty: { kind: "NIGHTS", value: 1, amount },
    later_penalties: [{ ...whole, amount: 3 * amount, from: "2026-12-12T00:00:00-05:00" }],
  },
});
const EARLY = "2026-12-08T18:00:00-05:00";
const LATE = "2026-12-10T18:00:00-05:00";
const shared = (rooms: ReturnType<typeof room>[]) =>
  sharedTerms(rooms, "USD").map(({ rooms, cancellation: { penalty, later_penalties } }) => [
    rooms.map(({ name }) => name).join("+"),
    penalty?.amount,
    later_penalties[0]?.amount,
  ]);

test("rooms on the same terms cost together what they cost, at every step", () => {
  expect(shared([room("one", LATE, 153.69), room("other", LATE, 197.29)])).toEqual([
    ["one+other", 350.98, 1052.94],
  ]);
});

test("another deadline, another rule or another payer stands for itself", () => {
  expect(shared([room("late", LATE, 100), room("early", EARLY, 200), room("too", LATE, 10)])).toEqual([
    ["late+too", 110, 330],
    ["early", 200, 600],
  ]);
  const strict = room("strict", LATE, 300);
  strict.cancellation.penalty = { ...whole, amount: 300 };
  expect(shared([room("late", LATE, 100), strict])).toHaveLength(2);
  expect(shared([room("own", LATE, 100), room("company's", LATE, 100, "COMPANY")])).toHaveLength(2);
});

test("what never costs anything costs nothing together", () => {
  const free = {
    ...room("free", null, 0),
    cancellation: { free_until: null, penalty: null, later_penalties: [] },
  };
  expect(sharedTerms([free, free], "USD")).toMatchObject([{ cancellation: { penalty: null } }]);
});
