import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refuseStorage } from "../test-storage";
import { CHUNK_TIMEOUT_MS, chunk } from "./chunk";

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => vi.useRealTimers());

const answers = () => Promise.resolve(true);
const never = () => new Promise<string>(() => undefined);

// clause: CONST-04
test("a part that has not come after 120 seconds is given up", async () => {
  expect(CHUNK_TIMEOUT_MS).toBe(120_000);
  const reload = vi.fn();
  void chunk(never, reload, answers);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledOnce();
});

test("a part that is gone is looked for in a fresh page once, then the failure shows", async () => {
  const reload = vi.fn();
  const gone = () => Promise.reject(new Error("404"));
  void chunk(gone, reload, answers);
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledOnce();
  await expect(chunk(gone, reload, answers)).rejects.toThrow("404");
  expect(reload).toHaveBeenCalledOnce();
});

test("one that goes on failing does not reload the page again because another one came", async () => {
  const reload = vi.fn();
  const gone = () => Promise.reject(new Error("404"));
  void chunk(gone, reload, answers);
  await vi.advanceTimersByTimeAsync(0);
  await expect(chunk(() => Promise.resolve("here"))).resolves.toBe("here");
  await expect(chunk(gone, reload, answers)).rejects.toThrow("404");
  expect(reload).toHaveBeenCalledOnce();
  // much later it is another page that lacks it
  vi.setSystemTime(Date.now() + 10 * 60_000);
  void chunk(gone, reload, answers);
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("without a connection the page stays, for a reload would end at the browser's own error", async () => {
  const reload = vi.fn();
  const lost = () => Promise.reject(new Error("offline"));
  await expect(chunk(lost, reload, () => Promise.resolve(false))).rejects.toThrow("offline");
  expect(reload).not.toHaveBeenCalled();
});

test("where nothing can be noted the page stays, for it might be reloaded for ever, and the failure shows", async () => {
  refuseStorage();
  const reload = vi.fn();
  const gone = () => Promise.reject(new Error("404"));
  await expect(chunk(gone, reload, answers)).rejects.toThrow("404");
  expect(reload).not.toHaveBeenCalled();
});
