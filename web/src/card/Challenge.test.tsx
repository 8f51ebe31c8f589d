import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { I18nProvider } from "../i18n";
import { english } from "../i18n/english";
import { Challenge } from "./Challenge";

test("a press beside the bank's page does not give up the payment; its button does", () => {
  const { happyDOM } = window as unknown as { happyDOM: { settings: Record<string, boolean> } };
  Object.assign(happyDOM.settings, {
    disableIframePageLoading: true,
    handleDisabledFileLoadingAsSuccess: true,
  });
  const end = vi.fn();
  render(
    <I18nProvider language="en_US" labels={english}>
      <Challenge url="http://127.0.0.1:8081/bank" vaultOrigin="http://127.0.0.1:8081" onEnd={end} />
    </I18nProvider>,
  );
  const dialog = screen.getByRole("dialog");
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(end).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(end).toHaveBeenCalledWith(false);
});
