import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { useBooking } from "./BookingProvider";
import { chosen, renderStep, room } from "./test-step";

function Currency() {
  const { changeCurrency } = useBooking();
  return (
    <button type="button" onClick={() => changeCurrency("EUR")}>
      Prices in euros
    </button>
  );
}

// clause: CUR-02
test("a room that is let go without a connection is given back once there is one", async () => {
  let offline = true;
  const page = renderStep("rooms", Currency, {
    state: chosen([room(1)]),
    answer: (method) => (method === "DELETE" ? { status: offline ? 0 : 204 } : undefined),
  });
  const given = () => page.calls().filter((call) => call.startsWith("DELETE"));
  await userEvent.click(await screen.findByRole("button", { name: "Prices in euros" }));
  await waitFor(() => expect(given()).toHaveLength(2));
  expect(page.state().repriced?.letGo).toBe(true);
  offline = false;
  await waitFor(() => {
    window.dispatchEvent(new Event("online"));
    expect(given()).toHaveLength(3);
  });
  // and not again
  window.dispatchEvent(new Event("online"));
  expect(given()).toHaveLength(3);
});
