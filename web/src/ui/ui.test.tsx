import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { I18nProvider } from "../i18n";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { Own } from "./Own";
import { Popover } from "./Popover";
import { Prose, plainText } from "./Prose";
import { RadioCards } from "./RadioCards";
import { filterOptions, SearchList } from "./SearchList";
import { Select } from "./Select";
import { Stepper } from "./Stepper";
import { Tabs } from "./Tabs";
import { freeShare } from "./UntilLine";

const countries = [
  { value: "CI", label: "Côte d’Ivoire", aside: "+225" },
  { value: "DE", label: "Germany", aside: "+49", words: "Deutschland" },
  { value: "OM", label: "Oman" },
];

test("what closes a dialog in a dialog leaves the outer one", () => {
  const [outer, inner] = [vi.fn(), vi.fn()];
  render(
    <I18nProvider language="en_US" labels={{}}>
      <Dialog title="outer" onClose={outer}>
        <Dialog title="inner" onClose={inner}>
          text
        </Dialog>
      </Dialog>
    </I18nProvider>,
  );
  fireEvent(screen.getByRole("dialog", { name: "inner" }), new Event("cancel", { cancelable: true }));
  expect(inner).toHaveBeenCalledOnce();
  expect(outer).not.toHaveBeenCalled();
});

test("a drag that ends beside a dialog does not close it, a press there does", () => {
  const close = vi.fn();
  render(
    <Dialog title="dates" onClose={close}>
      text
    </Dialog>,
  );
  const dialog = screen.getByRole("dialog");
  fireEvent.pointerDown(screen.getByText("text"));
  fireEvent.click(dialog);
  expect(close).not.toHaveBeenCalled();
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(close).toHaveBeenCalledOnce();
});

test("an alert is read out with its words", () => {
  render(
    <Dialog title="Oops" modal="alert" onClose={() => undefined}>
      No rooms are left.
    </Dialog>,
  );
  const body = screen.getByRole("alertdialog").getAttribute("aria-describedby");
  expect(document.getElementById(body ?? "")?.textContent).toBe("No rooms are left.");
});

test("a list is searched without accents, by other words and by number; beginnings come first", () => {
  const found = (typed: string) => filterOptions(countries, typed).map((option) => option.value);
  expect(found("cote")).toEqual(["CI"]);
  expect(found("deutsch")).toEqual(["DE"]);
  expect(found("+49")).toEqual(["DE"]);
  expect(found("man")).toEqual(["DE", "OM"]);
  expect(found("o")[0]).toBe("OM");
  expect(found("  ")).toHaveLength(3);
});

// clause: HEAD-04
test("a code before the label is read, searched and comes first", async () => {
  const money = [
    { value: "CHF", lead: "CHF", label: "Swiss Franc", aside: "CHF" },
    { value: "EUR", lead: "EUR", label: "Euro", aside: "€", words: "euros" },
    { value: "HRK", lead: "HRK", label: "Kuna before the Euro" },
  ];
  expect(filterOptions(money, "eur").map((option) => option.value)).toEqual(["EUR", "HRK"]);
  expect(filterOptions(money, "€").map((option) => option.value)).toEqual(["EUR"]);
  render(<SearchList label="Currency" options={money} value="EUR" onChoose={() => undefined} />);
  expect(screen.getByRole("option", { selected: true }).textContent).toBe("EUR Euro€");
});

test("a list is used with the keyboard", async () => {
  const choose = vi.fn();
  render(<SearchList label="Country" options={countries} value="DE" onChoose={choose} />);
  await userEvent.type(screen.getByRole("combobox"), "{ArrowDown}{Enter}");
  expect(choose).toHaveBeenCalledWith("OM");
});

test("a list goes to what is chosen when that is another, not whenever the page is drawn", async () => {
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView").mockClear();
  const list = () => (
    <SearchList label="Country" options={[...countries]} value="DE" onChoose={() => undefined} />
  );
  const { rerender } = render(list());
  expect(scroll).toHaveBeenCalledOnce();
  // the guest has scrolled it
  rerender(list());
  expect(scroll).toHaveBeenCalledOnce();
  await userEvent.type(screen.getByRole("combobox"), "{ArrowDown}");
  expect(scroll).toHaveBeenCalledTimes(2);
  scroll.mockRestore();
});

test("what hangs under its opener closes with Escape from there and from within, and when the focus leaves", async () => {
  const close = vi.fn<(refocus: boolean) => void>();
  render(
    <>
      <div>
        <button type="button">opener</button>
        <Popover label="Dates" onClose={close}>
          <button type="button">a day</button>
        </Popover>
      </div>
      <button type="button">beyond</button>
    </>,
  );
  for (const from of ["opener", "a day"]) {
    screen.getByText(from).focus();
    await userEvent.keyboard("a{Escape}");
  }
  expect(close.mock.calls).toEqual([[true], [true]]);
  screen.getByText("beyond").focus();
  expect(close.mock.lastCall).toEqual([false]);
});

test("a press on what hangs under its opener closes nothing, wherever it falls", async () => {
  const close = vi.fn<(refocus: boolean) => void>();
  render(
    <main tabIndex={-1}>
      <div>
        <button type="button">opener</button>
        <Popover label="Guests" onClose={close}>
          <p>Adults</p>
        </Popover>
      </div>
    </main>,
  );
  await userEvent.click(screen.getByText("Adults"));
  expect(close).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("main"));
  expect(close).toHaveBeenCalledWith(false);
});

test("what belongs to whichever is chosen stands under it, and is never moved in the page", () => {
  const cards = (value: string) => (
    <RadioCards
      legend="How"
      options={["card", "link", "cash"].map((value) => ({ value, title: value }))}
      value={value}
      onChange={() => undefined}
      beneath={{ body: <iframe title="fields" />, hidden: false }}
    />
  );
  const { rerender } = render(cards("card"));
  const frame = screen.getByTitle("fields");
  const order = (of: Element | null) => Number(of instanceof HTMLElement ? of.style.order : Number.NaN);
  const stands = () => order(frame.parentElement);
  const orders = screen.getAllByRole("radio").map((radio) => order(radio.closest(".radio-card")));
  const above = () => orders.filter((order) => order < stands()).length;
  expect(above()).toBe(1);
  rerender(cards("link"));
  expect([above(), screen.getByTitle("fields") === frame]).toEqual([2, true]);
});

test("busy and disabled buttons keep their focus and do nothing", async () => {
  const click = vi.fn();
  render(
    <>
      <Button busy onClick={click}>
        A
      </Button>
      <Button disabled onClick={click}>
        B
      </Button>
    </>,
  );
  for (const button of screen.getAllByRole("button")) {
    await userEvent.click(button);
    expect(document.activeElement).toBe(button);
  }
  expect(click).not.toHaveBeenCalled();
});

test("a stepper stops at its limits", async () => {
  const change = vi.fn();
  const { rerender } = render(<Stepper label="Adults" value={1} min={1} max={2} onChange={change} />);
  await userEvent.click(screen.getByRole("button", { name: "Fewer: Adults" }));
  expect(change).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "More: Adults" }));
  expect(change).toHaveBeenCalledWith(2);
  rerender(<Stepper label="Adults" value={2} min={1} max={2} onChange={change} />);
  await userEvent.click(screen.getByRole("button", { name: "More: Adults" }));
  expect(change).toHaveBeenCalledOnce();
});

test("tabs have one tab stop and follow the arrows in reading direction", async () => {
  const change = vi.fn();
  const tabs = ["a", "b", "c"].map((value) => ({ value, label: value }));
  render(<Tabs label="Rooms" tabs={tabs} value="a" onChange={change} />);
  expect(screen.getAllByRole("tab").filter((tab) => tab.tabIndex === 0)).toHaveLength(1);
  screen.getByRole("tab", { name: "a" }).focus();
  await userEvent.keyboard("{ArrowRight}");
  document.documentElement.dir = "rtl";
  await userEvent.keyboard("{ArrowRight}");
  document.documentElement.dir = "ltr";
  expect(change.mock.calls).toEqual([["b"], ["c"]]);
});

test("a hotel's markup is rebuilt from harmless tags, without attributes or scripts", () => {
  const html =
    '<p onclick="x()">A <b>b</b><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:x">c</a></p>';
  const { container } = render(<Prose html={html} />);
  expect(container.innerHTML).toBe('<div dir="auto" class="prose"><p>A <b>b</b>c</p></div>');
  expect(plainText("<p>A &amp; <b>b</b></p>")).toBe("A & b");
});

// clause: I18N-02
test("another language turns the hotel's own texts with the page", () => {
  const In = ({ language }: { language: string }) => (
    <I18nProvider language={language} labels={{}}>
      <Own>Wi-Fi مجاني هنا</Own>
      {/* the letters of its markup are none of the text's */}
      <Prose html='<p class="description">Wi-Fi مجاني هنا</p>' />
    </I18nProvider>
  );
  const { container, rerender } = render(<In language="en_US" />);
  const directions = () => [...container.children].map((text) => text.getAttribute("dir"));
  expect(directions()).toEqual(["auto", "auto"]);
  rerender(<In language="ar_AE" />);
  expect(directions()).toEqual(["rtl", "rtl"]);
  rerender(<In language="en_US" />);
  expect(directions()).toEqual(["auto", "auto"]);
});

test("lines of plain words stay lines, and those between tags are markup", () => {
  const { container, rerender } = render(<Prose html={"Two beds.\nNo lift."} />);
  expect(container.firstElementChild?.className).toBe("prose as-written");
  rerender(<Prose html={"<p>Two beds.</p>\n<p>No lift.</p>"} />);
  expect(container.firstElementChild?.className).toBe("prose");
});

test("the cancellation line is as long as cancelling is free", () => {
  const share = (until: string | null) => freeShare(until, "2026-12-01", "2026-12-11");
  expect(share(null)).toBe(0);
  expect(share("2026-11-30T18:00:00-05:00")).toBe(0);
  expect(share("2026-12-06T12:00:00-05:00")).toBe(50);
  expect(share("2026-12-20T12:00:00-05:00")).toBe(100);
});

test("a choice is heard with its value", () => {
  render(
    <I18nProvider language="en_US" labels={{}}>
      <Select label="Country" options={countries} value="DE" onChange={() => undefined} />
    </I18nProvider>,
  );
  expect(screen.getByRole("button", { name: "Country Germany" })).toBe(screen.getByLabelText(/^Country/));
});

test("a language's name is spoken in it", () => {
  const options = [{ value: "de_DE", label: "Deutsch", lang: "de-DE" }];
  render(<SearchList label="Language" options={options} value={null} onChoose={() => undefined} />);
  expect(screen.getByText("Deutsch").getAttribute("lang")).toBe("de-DE");
});
