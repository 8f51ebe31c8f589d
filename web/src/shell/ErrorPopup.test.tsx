import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import german from "../../../labels/de/shell.json";
import { clearFailure, raise, raiseExpired } from "../api";
import { refusal } from "../api/mock/refusal";
import { I18nProvider } from "../i18n";
import { ErrorPopup } from "./ErrorPopup";

afterEach(() => {
  clearFailure();
  vi.restoreAllMocks();
});

// clause: ERR-02, START-22
test("heading, status and what the guest can do about it", () => {
  const { status, body } = refusal("TIMED_OUT");
  raise({ status, message: body.message, body });
  render(<ErrorPopup popupUrl={null} />);
  expect(screen.getByText("Oops! something went wrong")).toBeTruthy();
  expect(screen.getByText("Error code: 503")).toBeTruthy();
  const popup = screen.getByRole("alertdialog", { name: "Oops! something went wrong" });
  const described = document.getElementById(popup.getAttribute("aria-describedby") ?? "");
  expect(described?.textContent).toContain(
    "This is taking longer than it should. Please try again in a moment.",
  );
});

// clause: ERR-02
test("the sentence of whoever else answers, without a label of ours", () => {
  raise({ status: 503, message: "The hotel sleeps.", body: { message: "The hotel sleeps." } });
  render(<ErrorPopup popupUrl={null} />);
  expect(screen.getByText("The hotel sleeps.")).toBeTruthy();
});

// clause: ERR-02, ERR-07
test("the server's English sentence gives way to its label in the guest's language", () => {
  const { status, body } = refusal("TIMED_OUT");
  raise({ status, message: body.message, body });
  render(
    <I18nProvider language="de_DE" labels={german}>
      <ErrorPopup popupUrl={null} />
    </I18nProvider>,
  );
  expect(screen.getByText(german.lbl_timed_out)).toBeTruthy();
  expect(screen.queryByText(body.message)).toBeNull();
});

// clause: ERR-07
test("without a message the generic text", () => {
  raise({ status: 400, message: "", body: {} });
  render(<ErrorPopup popupUrl={null} />);
  expect(screen.getByText("Something went wrong. Please try again later")).toBeTruthy();
});

// clause: ERR-03, SESSION-03
test("status 900 shows neither heading nor code, only the session text", () => {
  raiseExpired();
  render(<ErrorPopup popupUrl={null} />);
  expect(screen.queryByText("Oops! something went wrong")).toBeNull();
  expect(screen.queryByText(/Error code/)).toBeNull();
  const text = "Session Expired. Please login again to continue.";
  expect(screen.getAllByText(text)).toHaveLength(1);
  const popup = screen.getByRole("alertdialog", { name: text });
  // named by its words, it is not described by them too
  expect(popup.getAttribute("aria-describedby")).toBeNull();
  expect(screen.queryByRole("heading")).toBeNull();
});

// clause: ERR-04
test("Home goes to the return address, or reloads", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  vi.spyOn(window, "fetch").mockResolvedValue(new Response());
  raise({ status: 500, message: "", body: {} });
  const { unmount } = render(<ErrorPopup popupUrl="https://brand.example/" />);
  await userEvent.click(screen.getByRole("button", { name: "Home" }));
  expect(assign).toHaveBeenCalledWith("https://brand.example/");
  unmount();
  render(<ErrorPopup popupUrl={null} />);
  await userEvent.click(screen.getByRole("button", { name: "Home" }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});
