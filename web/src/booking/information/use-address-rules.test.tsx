import { onlineManager } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installMock, type Mock } from "../../api/mock/install";
import { queries } from "../queries";
import { FALLBACK_RULES } from "./fields";
import { useAddressRules } from "./use-address-rules";

let mock: Mock;
beforeEach(() => {
  queries.clear();
  mock = installMock({
    instead: (_, url) => ({
      status: 200,
      body: { ...FALLBACK_RULES, country_code: url.searchParams.get("country_code") },
    }),
  });
});
afterEach(() => {
  cleanup();
  act(() => onlineManager.setOnline(true));
  mock.restore();
});

const open = () =>
  renderHook(({ country }) => useAddressRules(1, country), { initialProps: { country: "US" } });

test("without a connection the rules of the country before judge no other one", async () => {
  const { result, rerender } = open();
  await waitFor(() => expect(result.current.loading).toBe(false));
  act(() => onlineManager.setOnline(false));
  rerender({ country: "IE" });
  expect(result.current).toMatchObject({ loading: true, failed: false });
  act(() => onlineManager.setOnline(true));
  await waitFor(() => expect(result.current.loading).toBe(false));
  expect(result.current.failed).toBe(false);
});

test("without a connection from the beginning the plain form serves until there is one", async () => {
  act(() => onlineManager.setOnline(false));
  const seen: unknown[] = [];
  const { result } = renderHook(() => {
    const now = useAddressRules(1, "US");
    seen.push(now.rules);
    return now;
  });
  const rules = { ...FALLBACK_RULES, country_code: "US" };
  expect(result.current).toEqual({ rules, loading: false, failed: true });
  act(() => onlineManager.setOnline(true));
  await waitFor(() => expect(result.current).toMatchObject({ loading: false, failed: false }));
  // there is a form all the while
  expect(seen).not.toContain(null);
});
