import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SESSION_MS, sessionOf, TELL_MS, WARNING_MS, warningOf, watchSession } from "./session";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch(session = SESSION_MS) {
  const target = document.createElement("div");
  const events = {
    warn: vi.fn(),
    calm: vi.fn(),
    active: vi.fn(),
    expire: vi.fn(),
    waits: vi.fn(() => false),
  };
  const stop = watchSession(target, events, session);
  return { target, events, stop, click: () => target.dispatchEvent(new Event("click")) };
}

// clause: SESSION-01
test("thirty minutes after the last click the session ends, once", () => {
  const { events } = watch();
  expect(SESSION_MS).toBe(1_800_000);
  vi.advanceTimersByTime(SESSION_MS - 1);
  expect(events.expire).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  vi.advanceTimersByTime(SESSION_MS * 3);
  expect(events.expire).toHaveBeenCalledOnce();
});

// clause: SESSION-04
test("where rooms are held for less, the session is as short and the guest is asked before it ends", () => {
  expect([sessionOf(30), sessionOf(60), sessionOf(10)]).toEqual([SESSION_MS, SESSION_MS, 600_000]);
  expect([warningOf(SESSION_MS), warningOf(600_000), warningOf(60_000)]).toEqual([
    WARNING_MS,
    WARNING_MS,
    30_000,
  ]);
  const { events } = watch(sessionOf(1));
  vi.advanceTimersByTime(29_999);
  expect(events.warn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(events.warn).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(30_000);
  expect(events.expire).toHaveBeenCalledOnce();
});

// clause: SESSION-02
test("every click begins the thirty minutes anew; typing and scrolling do not", () => {
  const { events, click, target } = watch();
  vi.advanceTimersByTime(SESSION_MS - 1);
  click();
  vi.advanceTimersByTime(SESSION_MS - 1);
  expect(events.expire).not.toHaveBeenCalled();
  for (const kind of ["keydown", "scroll", "mousemove", "input"]) target.dispatchEvent(new Event(kind));
  vi.advanceTimersByTime(1);
  expect(events.expire).toHaveBeenCalledOnce();
});

test("nobody is asked and nothing ends while something waits for its end; then the time begins anew", () => {
  const { events } = watch();
  events.waits.mockReturnValue(true);
  vi.advanceTimersByTime(SESSION_MS * 2);
  events.waits.mockReturnValue(false);
  expect([events.warn, events.expire].map((event) => event.mock.calls.length)).toEqual([0, 0]);
  vi.advanceTimersByTime(SESSION_MS);
  expect([events.warn, events.expire].map((event) => event.mock.calls.length)).toEqual([1, 1]);
});

test("what waits no more before the end has begun the time anew: nothing ends without a question", () => {
  const { events } = watch();
  events.waits.mockReturnValue(true);
  vi.advanceTimersByTime(SESSION_MS - WARNING_MS);
  events.waits.mockReturnValue(false);
  vi.advanceTimersByTime(WARNING_MS);
  expect(events.expire).not.toHaveBeenCalled();
  vi.advanceTimersByTime(SESSION_MS - 2 * WARNING_MS);
  expect(events.warn).toHaveBeenCalledOnce();
  expect(events.expire).not.toHaveBeenCalled();
});

test("two minutes before, the guest is asked; a click calms it", () => {
  const { events, click } = watch();
  vi.advanceTimersByTime(SESSION_MS - WARNING_MS);
  expect(events.warn).toHaveBeenCalledOnce();
  click();
  expect(events.calm).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(WARNING_MS);
  expect(events.expire).not.toHaveBeenCalled();
});

// clause: SESSION-04
test("clicks are told of within a minute, all of a minute at once, so that rooms are held as long as the session", () => {
  const { events, click } = watch();
  vi.advanceTimersByTime(10 * TELL_MS);
  expect(events.active, "nobody is there").not.toHaveBeenCalled();
  click();
  vi.advanceTimersByTime(TELL_MS - 1);
  click();
  expect(events.active).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(events.active).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(5 * TELL_MS);
  expect(events.active).toHaveBeenCalledOnce();
  // whoever clicks now and then for an hour is told of each time
  for (let turn = 0; turn < 12; turn += 1) {
    click();
    vi.advanceTimersByTime(5 * TELL_MS);
  }
  expect(events.active).toHaveBeenCalledTimes(13);
  expect(events.warn).not.toHaveBeenCalled();
});

test("once stopped nothing happens any more", () => {
  const { events, click, stop } = watch();
  click();
  stop();
  vi.advanceTimersByTime(SESSION_MS * 2);
  expect(events.active).not.toHaveBeenCalled();
  expect(events.warn).not.toHaveBeenCalled();
  expect(events.expire).not.toHaveBeenCalled();
});
