import { renderHook, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Availability } from "../../api";
import { installMock } from "../../api/mock/install";
import type { Party } from "../search-data";
import { sumOfLowest, useLowestTotal } from "./useLowestTotal";

const answer = (...totals: number[]) =>
  ({
    rate_details: totals.map((total, kind) => ({
      room_type_id: `T${kind}`,
      available: 1,
      rate_codes: [{ price_summary: { total_amount_after_tax_and_fee: total } }],
    })),
  }) as unknown as Availability;

test("each room counts with its cheapest offer", () => {
  expect(sumOfLowest([answer(300, 250), answer(120)])).toBe(370);
});

test("the last room of a kind is for one party, and for whom it saves most", () => {
  expect(sumOfLowest([answer(120, 250), answer(120, 300)])).toBe(370);
  expect(sumOfLowest([answer(120, 300), answer(120, 250)])).toBe(370);
  expect(sumOfLowest([answer(120, 250), answer(120)])).toBe(370);
  expect(sumOfLowest([answer(120), answer(120)])).toBeNull();
  // but those that are held already are there for both
  expect(sumOfLowest([answer(120), answer(120)], ["T0", "T0"])).toBe(240);
  expect(sumOfLowest([answer(120), answer(120)], ["T0"])).toBe(240);
});

// clause: ROOMS-04
test("rooms alike are asked for at once, and cost as many times what one of them does", async () => {
  const asked: URLSearchParams[] = [];
  installMock({
    instead: (_, { pathname, searchParams }) => {
      if (pathname.includes("/mini-rates")) asked.push(searchParams);
      return undefined;
    },
  });
  const party = { adults: 2, children: 0, children_ages: [] };
  const lowest = (parties: Party[], alike: boolean) =>
    renderHook(() => useLowestTotal(1, "2026-12-12", "2026-12-15", parties, alike, undefined)).result;
  const one = lowest([party], true);
  const three = lowest([party, party, party], true);
  await waitFor(() => expect(three.current).toBeTypeOf("number"));
  await waitFor(() => expect(one.current).toBeTypeOf("number"));
  expect(three.current).toBe((one.current ?? 0) * 3);
  expect(asked.map((query) => query.get("number_of_rooms")).sort()).toEqual(["1", "3"]);
});

test("each room of a stay that is changed is free for whoever has it", async () => {
  const asked: (string | null)[] = [];
  installMock({
    instead: (_, { pathname, searchParams }) => {
      if (pathname.includes("/mini-rates")) asked.push(searchParams.get("session_id"));
      return undefined;
    },
  });
  const party = { adults: 2, children: 0, children_ages: [] };
  const sessions = [
    { id: "s1", kind: "KING" },
    { id: "s2", kind: undefined },
  ];
  const own = { sessions, token: "secret" };
  const { result } = renderHook(() =>
    useLowestTotal(1, "2026-12-12", "2026-12-15", [party, party], false, undefined, own),
  );
  await waitFor(() => expect(result.current).toBeDefined());
  expect(asked.sort()).toEqual(["s1", "s2"]);
});

// clause: ROOMS-23
test("a plan for points is no price that anybody could pay", () => {
  const [room] = answer(300).rate_details;
  if (!room) throw new Error("a room");
  const rate = { ...answer(120).rate_details[0]?.rate_codes[0], points_eligible: true };
  const both = { rate_details: [{ ...room, rate_codes: [...room.rate_codes, rate] }] } as Availability;
  expect(sumOfLowest([both])).toBe(300);
  expect(
    sumOfLowest([{ ...both, rate_details: [{ ...room, rate_codes: [rate] }] } as Availability]),
  ).toBeNull();
});

test("a room that cannot be had leaves no price", () => {
  expect(sumOfLowest([answer(300), answer()])).toBeNull();
});
