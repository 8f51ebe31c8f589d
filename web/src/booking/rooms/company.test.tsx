import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { chosen, room } from "../test-step";
import { renderRooms } from "./test-step";

// clause: ERR-13
test("a company-reservation that fails is only logged: set-rate names the company, and the booking goes on", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const page = renderRooms({
    state: {
      ...chosen([room(1)]),
      // of no session yet, so that the pretended server begins a booking that it knows
      profile: chosen([]).profile ?? null,
      selected: [],
      deal: { kind: "company", code: "ACME", id: "ACME", name: "Acme", mop: "COMPANY" },
    },
    answer: (_, path) => (path.endsWith("company-reservations") ? { status: 500, body: {} } : undefined),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await waitFor(() => expect(page.went()).toBe("information"));
  expect(page.sent("company-reservations")).toBeTruthy();
  expect(page.sent("set-rate")).toMatchObject({ company_code: "ACME", mop: "COMPANY" });
  expect(page.state().selected).toHaveLength(1);
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});
