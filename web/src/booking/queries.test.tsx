import { onlineManager } from "@tanstack/react-query";
import { fireEvent, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { WithQueries } from "./WithQueries";

test("a connection that was lost on one step and is back on another asks again", () => {
  const { unmount } = render(<WithQueries>rooms</WithQueries>);
  fireEvent(window, new Event("offline"));
  expect(onlineManager.isOnline()).toBe(false);
  // a step that asks nothing of the cache
  unmount();
  fireEvent(window, new Event("online"));
  expect(onlineManager.isOnline()).toBe(true);
});
