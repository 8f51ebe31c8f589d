/** Acts on a reservation whose answer is lost on its way: what stands is read before anything is said of it. */

import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Answer } from "../api/mock/handle";
import { refusal } from "../api/mock/refusal";
import { english } from "../i18n/english";
import { booked, calls, consent, found, openStay, reload, seals } from "./test-stay";

vi.mock("../card/host", () => import("./test-card"));

const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const costs = (path: string): Answer | undefined =>
  path === "/cancel-booking/consent" ? { status: 200, body: consent } : undefined;
const press = async (name: string, of = document.body) =>
  userEvent.click(await within(of).findByRole("button", { name }));
const noAnswer = /The server did not answer/;

test("a stay that was cancelled though no answer came is told as cancelled", async () => {
  let done = false;
  openStay(
    "/cancel-reservation",
    (_, path) => {
      if (path !== "/cancel-booking") return costs(path);
      done = true;
      return lost();
    },
    () => {
      const status = done ? "CANCELLED" : "HOLD";
      return found({ status }, { rooms: [booked({ status, cancellation_allowed: !done })] });
    },
  );
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  expect((await screen.findAllByText("Your cancellation was successful.")).length).toBeGreaterThan(0);
  await waitFor(() => expect(window.location.hash).toMatch(/^#\/search-reservation(\?|$)/));
});

test("a stay of which it is not known whether it was cancelled is read anew before it is shown", async () => {
  let [done, down] = [false, false];
  openStay(
    "/cancel-reservation",
    (_, path) => {
      if (down) return lost();
      if (path !== "/cancel-booking") return costs(path);
      done = true;
      down = true;
      return lost();
    },
    () => found({ status: done ? "CANCELLED" : "HOLD" }),
  );
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await screen.findByText(noAnswer);
  await press("Go back to reservation details");
  await screen.findByText("Your reservation could not be loaded.");
  expect(screen.queryByText("Confirmed")).toBeNull();
  down = false;
  await press("Try again");
  await screen.findByText("CANCELLED");
});

test("who asks once more to cancel what is cancelled already hears that it is", async () => {
  let [done, down] = [false, false];
  openStay(
    "/cancel-reservation",
    (_, path) => {
      if (down) return lost();
      if (path !== "/cancel-booking") return costs(path);
      if (done) return refusal("NOT_CANCELLABLE");
      done = true;
      down = true;
      return lost();
    },
    () => found({ status: done ? "CANCELLED" : "HOLD" }),
  );
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await screen.findByText(noAnswer);
  down = false;
  await press("Cancel reservation");
  expect((await screen.findAllByText("Your cancellation was successful.")).length).toBeGreaterThan(0);
  expect(screen.queryByText("This reservation can no longer be cancelled here.")).toBeNull();
});

test.each([true, false])("details are saved where what stands shows it: %s", async (saved) => {
  // an address is kept in small letters behind the @, however it was typed
  const primary_guest = { ...booked().primary_guest, email: "siobhan@example.com" };
  let sent = false;
  openStay(
    "/guest-details",
    (_, path) => {
      if (path !== "/update-guest") return undefined;
      sent = true;
      return lost();
    },
    () => found({ primary_guest: { ...primary_guest, ...(sent && saved ? { first_name: "Sinéad" } : {}) } }),
  );
  const name = await screen.findByLabelText<HTMLInputElement>(/^First name/);
  await userEvent.clear(name);
  await userEvent.type(name, "Sinéad");
  const email = await screen.findByLabelText<HTMLInputElement>(/^E-?mail/i);
  await userEvent.clear(email);
  await userEvent.type(email, "siobhan@Example.COM");
  await press("Save");
  if (saved) {
    await screen.findByRole("heading", { name: "Your reservation" });
    await screen.findByText(/Sinéad/);
    expect(screen.queryByText(noAnswer)).toBeNull();
  } else {
    await screen.findByText(noAnswer);
    // what was typed is there still
    expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe("Sinéad");
  }
  expect(calls("PUT", "/update-guest")).toHaveLength(1);
});

test.each([
  [
    "/guest-details",
    "/update-guest",
    "Save",
    "NOT_CHANGEABLE",
    "This reservation can no longer be changed here.",
  ],
  [
    "/search-reservation-result",
    "/cancel-booking/consent",
    "Cancel reservation",
    "NOT_CANCELLABLE",
    "This reservation can no longer be cancelled here.",
  ],
] as const)(
  "a no is told though what stands cannot be read right then: %s",
  async (screenOf, refused, button, code, words) => {
    vi.spyOn(console, "warn").mockReturnValueOnce();
    let down = false;
    openStay(screenOf, (_, path) => {
      if (path === refused) {
        down = true;
        return refusal(code);
      }
      return down && path === "/manage-booking" ? lost() : undefined;
    });
    const typed = screenOf === "/guest-details";
    if (typed) await userEvent.type(await screen.findByLabelText(/^First name/), "n");
    await userEvent.click((await screen.findAllByRole("button", { name: button }))[0] as HTMLElement);
    expect((await screen.findByRole("alert")).textContent).toContain(words);
    if (typed) expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe("Siobhánn");
  },
);

test("an activity that was cancelled though no answer came is shown as cancelled", async () => {
  let done = false;
  openStay(
    "/search-reservation-result",
    (_, path) => {
      if (path !== "/cancel-extra") return undefined;
      done = true;
      return lost();
    },
    () => found({}, { extras: [seals(done)] }),
  );
  await press("Cancel activity");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel activity" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await screen.findByText("Cancelled");
  expect(screen.queryByText(noAnswer)).toBeNull();
});

test("an activity of which it is not known whether it was cancelled is read anew after its dialog", async () => {
  let [done, down] = [false, false];
  openStay(
    "/search-reservation-result",
    (_, path) => {
      if (down) return lost();
      if (path !== "/cancel-extra") return undefined;
      done = true;
      down = true;
      return lost();
    },
    () => found({}, { extras: [seals(done)] }),
  );
  await press("Cancel activity");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel activity" }));
  await dialog.findByText(noAnswer);
  down = false;
  await userEvent.click(dialog.getByRole("button", { name: "Keep it" }));
  await screen.findByText("Cancelled");
});

test("who closes the dialog of an activity that is cancelled already hears so once that is read", async () => {
  let come: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    come = resolve;
  });
  let [done, down] = [false, false];
  const now = () => found({}, { extras: [seals(done)] });
  openStay(
    "/search-reservation-result",
    (_, path) => {
      if (down) return lost();
      if (done && path === "/manage-booking") return held.then(() => ({ status: 200, body: now() }));
      if (path !== "/cancel-extra") return undefined;
      done = true;
      down = true;
      return lost();
    },
    now,
  );
  await press("Cancel activity");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel activity" }));
  await dialog.findByText(noAnswer);
  down = false;
  await userEvent.click(dialog.getByRole("button", { name: "Keep it" }));
  // the dialog gives the focus back
  screen.getByRole("button", { name: "Cancel activity" }).focus();
  come();
  await screen.findByText("Cancelled");
  const told = (await screen.findByText("Your cancellation was successful.")).closest(".in-view");
  await waitFor(() => expect(told?.contains(document.activeElement)).toBe(true));
});

test("an activity that was cancelled in another tab leaves the focus of its button on its name", async () => {
  let done = false;
  openStay("/search-reservation-result", undefined, () => found({}, { extras: [seals(done)] }));
  (await screen.findByRole("button", { name: "Cancel activity" })).focus();
  done = true;
  // the screen listens a moment after it is seen
  await waitFor(() => {
    window.dispatchEvent(new Event("focus"));
    expect(screen.getByText("Cancelled")).toBeTruthy();
  });
  const name = screen.getByRole("heading", { name: "Out to the seals" });
  await waitFor(() => expect(document.activeElement).toBe(name));
});

test("who has closed the dialog of an activity before it is cancelled has the focus on what is told", async () => {
  let come: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    come = resolve;
  });
  let done = false;
  openStay(
    "/search-reservation-result",
    (_, path) =>
      path === "/cancel-extra"
        ? held.then(() => {
            done = true;
            return { status: 200, body: {} };
          })
        : undefined,
    () => found({}, { extras: [seals(done)] }),
  );
  await press("Cancel activity");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel activity" }));
  await userEvent.click(dialog.getByRole("button", { name: "Close" }));
  come();
  const told = (await screen.findByText("Your cancellation was successful.")).closest(".in-view");
  await waitFor(() => expect(told?.contains(document.activeElement)).toBe(true));
});

test.each([
  ["gets lost", lost, noAnswer],
  ["is a no", () => Promise.resolve(refusal("NOT_CANCELLABLE")), /can no longer be cancelled/],
])(
  "an answer that %s is told on the page once the dialog of an activity is closed",
  async (_, answer, told) => {
    let come: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      come = resolve;
    });
    let [asked, done, down] = [false, false, false];
    openStay(
      "/search-reservation-result",
      (_method, path) => {
        if (path === "/manage-booking" && down) {
          down = false;
          return lost();
        }
        if (path !== "/cancel-extra") return undefined;
        asked = true;
        return held.then(() => {
          // it was done at last, and what is read right then does not come through either
          done = true;
          down = answer === lost;
          return answer();
        });
      },
      () => found({}, { extras: [seals(done)] }),
    );
    await press("Cancel activity");
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Cancel activity" }));
    await waitFor(() => expect(asked).toBe(true));
    await userEvent.click(dialog.getByRole("button", { name: "Close" }));
    expect(screen.getByRole("button", { name: "Cancel activity" }).getAttribute("aria-busy")).toBe("true");
    come();
    expect((await screen.findByRole("alert")).textContent).toMatch(told);
    await screen.findByText("Cancelled");
  },
);

test.each([
  ["the guest is back", () => window.dispatchEvent(new Event("focus"))],
  ["they cancel it", () => press("Cancel activity", screen.getByRole("dialog"))],
])("an activity that was cancelled in another tab is told so in its dialog once %s", async (_, happens) => {
  let done = false;
  openStay(
    "/search-reservation-result",
    (_method, path) => (path === "/cancel-extra" ? refusal("NOT_CANCELLABLE") : undefined),
    () => found({}, { extras: [seals(done)] }),
  );
  await press("Cancel activity");
  const dialog = await screen.findByRole("dialog");
  done = true;
  await act(async () => void (await happens()));
  const words = await within(dialog).findByText(/^Cancelled on/);
  expect(words.closest(".in-view")?.contains(document.activeElement)).toBe(true);
  expect(within(dialog).queryByText("This reservation can no longer be cancelled here.")).toBeNull();
  expect(within(dialog).queryByRole("button", { name: "Cancel activity" })).toBeNull();
  await userEvent.click(within(dialog).getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Out to the seals" }));
});

test.each([
  ["cancelled", "Your cancellation was successful."],
  ["booked", "Your stay is cancelled. Not cancelled, and still booked: Out to the seals."],
  [
    "unknown",
    "Your cancellation was successful. We could not find out whether this is cancelled too: Out to the seals. Look up your reservation again to see.",
  ],
])("what belongs to a cancelled stay is told as it stands where no answer came: %s", async (now, told) => {
  let asked = false;
  openStay(
    "/cancel-reservation",
    (_, path) => {
      if (asked && path === "/manage-booking")
        return now === "unknown" ? lost() : { status: 200, body: seals(now === "cancelled") };
      if (path === "/cancel-booking") return { status: 200, body: { status: "CANCELLED" } };
      if (path !== "/cancel-extra") return costs(path);
      asked = true;
      return lost();
    },
    () => found({}, { rooms: [booked()], extras: [seals(false)] }),
  );
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  expect((await screen.findAllByText(told)).length).toBeGreaterThan(0);
  expect(calls("PUT", "/cancel-extra")).toHaveLength(1);
  expect(calls("GET", "/manage-booking").at(-1)?.url.searchParams.get("request_id")).toBe("seals");
});

test("a reload in the middle of cancelling tells what still stands", async () => {
  let asked = false;
  openStay(
    "/cancel-reservation",
    (_, path) => {
      if (path === "/cancel-booking") return { status: 200, body: { status: "CANCELLED" } };
      if (path !== "/cancel-extra") return costs(path);
      asked = true;
      return new Promise(() => undefined);
    },
    () => found({}, { rooms: [booked()], extras: [seals(false)] }),
  );
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await waitFor(() => expect(asked).toBe(true));
  const again = () => {
    reload();
    openStay("/cancel-reservation", undefined, () =>
      found({ status: "CANCELLED" }, { rooms: [booked({ status: "CANCELLED" })], extras: [seals(false)] }),
    );
  };
  const said = "Your stay is cancelled. Not cancelled, and still booked: Out to the seals.";
  again();
  await screen.findByText(said);
  again();
  await screen.findByText("CANCELLED");
  expect(screen.queryByText(said)).toBeNull();
});

test.each([
  ["/guest-details", "/update-guest"],
  ["/add-payment", "/add-guarantee"],
])("what is saved is told though it cannot be read right then: %s", async (screenOf, saved) => {
  let down = false;
  openStay(screenOf, (_, path) => {
    if (down) return lost();
    down = path === saved;
    return down ? { status: 200, body: {} } : undefined;
  });
  await press("Save");
  await screen.findByText("Your reservation could not be loaded.");
  expect((await screen.findAllByText("Saved successfully.")).length).toBeGreaterThan(0);
});

test.each([
  ["/cancel-reservation", "/cancel-booking", "Cancel reservation"],
  ["/guest-details", "/update-guest", "Save"],
  ["/add-payment", "/add-guarantee", "Save"],
])("that no answer came is said in the language that is chosen meanwhile: %s", async (at, silent, button) => {
  const arabic = { ...english, lbl_no_answer: "لم يصل أي رد" };
  openStay(at, (_, path, query) => {
    if (path === silent) return lost();
    if (path === "/v4/common/language" && query.get("locale") === "ar_AE")
      return { status: 200, body: arabic };
    return costs(path);
  });
  if (at === "/cancel-reservation") await screen.findByText("The hotel keeps");
  if (at === "/guest-details") await userEvent.type(await screen.findByLabelText(/^First name/), "n");
  await press(button);
  await screen.findByText(noAnswer);
  await userEvent.click(screen.getByRole("button", { name: /^Language: / }));
  await userEvent.type(await screen.findByRole("combobox", { name: "Language" }), "العر{Enter}");
  await waitFor(() => expect(document.documentElement.dir).toBe("rtl"));
  expect(screen.getByRole("alert").textContent).toContain(arabic.lbl_no_answer);
  // biome-ignore lint/suspicious/noDocumentCookie: what a guest leaves behind for the next test
  document.cookie = "hk_language=; max-age=0; path=/";
});
