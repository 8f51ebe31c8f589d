/** Paying for an event and for an activity: the frame, the key, the token, and what goes wrong with them. */

import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer } from "../api/mock/handle";
import type { Mock } from "../api/mock/install";
import { refusal } from "../api/mock/refusal";
import { isAtBank, keepAtBank } from "../booking/payment/at-bank";
import { queries } from "../booking/queries";
import { english } from "../i18n/english";
import { letStrangersIn } from "../shell/strangers";
import { refuseStorage } from "../test-storage";
import {
  activity,
  bookedEvent,
  cards,
  countryRules,
  event,
  type Instead,
  kayak,
  later,
  openActivity,
  openEvent,
  price,
} from "./test-sides";

const strangers = vi.hoisted(() => ({ inside: false }));
// as it is, but for that a test ends without its page being loaded anew
vi.mock("../shell/strangers", async () => {
  const { useEffect } = await import("react");
  return {
    letStrangersIn: () => {
      strangers.inside = true;
    },
    strangersInside: () => strangers.inside,
    useOwnPage: (asked = true) => {
      const anew = asked && strangers.inside;
      useEffect(() => {
        if (anew) window.location.reload();
      }, [anew]);
      return anew;
    },
  };
});

const VAULT = "http://127.0.0.1:8081";
let mock: Mock | undefined;
let told: unknown[] = [];
const frameWindow = { postMessage: (message: unknown) => told.push(message) };

beforeEach(() => {
  sessionStorage.clear();
  strangers.inside = false;
  queries.clear();
  told = [];
  Element.prototype.scrollIntoView = vi.fn();
  // the test browser does not load frames; its window is all that matters here
  vi.spyOn(HTMLIFrameElement.prototype, "contentWindow", "get").mockReturnValue(
    frameWindow as unknown as Window,
  );
  const { happyDOM } = window as unknown as { happyDOM: { settings: Record<string, boolean> } };
  Object.assign(happyDOM.settings, {
    disableIframePageLoading: true,
    handleDisabledFileLoadingAsSuccess: true,
  });
});
afterEach(() => {
  cleanup();
  mock?.restore();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

const card = {
  status: "SUCCESS",
  masked_card_number: "XXXXXXXXXXXX4242",
  card_brand: "VISA",
  card_expire_month: "12",
  card_expire_year: "2029",
  token: "tok_1",
  card_unique_code: "u1",
  external_reference_number: "r1",
  card_holder: "S NI BHRIAIN",
};

const known = {
  guest: { first_name: "Siobhán", last_name: "Ní Bhriain", email: "s@guest.example" },
  save: { kind: "done" },
  types: cards,
};

/** The payment step; `other` answers before the vault does. */
function open(flow: "event" | "activity", other: Instead = () => undefined) {
  const instead: Instead = (method, path, url, body) => {
    const told = other(method, path, url, body);
    if (told) return told;
    if (path.endsWith("hpc/init")) {
      const frame_url = `${VAULT}/frame?key=1`;
      return { status: 200, body: { body: "", session_key: "key", frame_url, vault_origin: VAULT } };
    }
    return path.endsWith("hpc/token") ? { status: 200, body: card } : undefined;
  };
  const opening = { instead, hotel: { vault_origin: VAULT } };
  mock =
    flow === "event"
      ? openEvent("payments", event(), opening)
      : openActivity("payments", activity(known), opening);
}

const say = (data: unknown) =>
  act(() => {
    const message = new MessageEvent("message", { data, origin: VAULT });
    Object.defineProperty(message, "source", { value: frameWindow });
    window.dispatchEvent(message);
  });
async function frame() {
  const found = await screen.findByTitle("Card details");
  await act(async () => undefined); // listening begins right after the frame stands
  return found;
}
const isRead = (method: string, path: string) => method === "GET" && path === "/web/new-event/e1/es1";
const order = () => screen.getByRole("button", { name: /^Book/ });
const calls = () =>
  mock?.calls.filter(({ method }) => method === "POST").map(({ url }) => url.pathname.split("/").at(-2));

/** A whole card is typed, the order is pressed, and the vault answers two keys. */
async function payWithKeys() {
  await frame();
  await say({ id: "ready", height: 300 });
  await say({ id: "state", complete: true, brand: "VISA" });
  await userEvent.click(order());
  await waitFor(() => expect(told).toContainEqual({ id: "submit" }));
  await say({ paymentKeys: ["pk_1", "pk_2"] });
}

describe.each(["event", "activity"] as const)("the card of an %s", (flow) => {
  test("is waited for, and then takes the room that this flow gives it [ACT-27] [EVENT-44]", async () => {
    open(flow);
    const iframe = await frame();
    expect(screen.getByText("Loading the card fields")).toBeTruthy();
    expect(iframe.style.visibility).toBe("hidden");
    await say({ id: "ready", height: 640 });
    expect(screen.queryByText("Loading the card fields")).toBeNull();
    expect([iframe.getAttribute("width"), iframe.getAttribute("height")]).toEqual(["550", "530"]);
    expect(iframe.style.blockSize).toBe("530px");
    expect(iframe.parentElement?.style.maxInlineSize).toBe("550px");
  });

  test("is smaller on phones [EVENT-44]", async () => {
    vi.stubGlobal("matchMedia", () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    open(flow);
    const iframe = await frame();
    expect([iframe.getAttribute("width"), iframe.getAttribute("height")]).toEqual(["420", "400"]);
  });

  test("whose first key gives no token is told in the server's words, and can be tried again [EVENT-51]", async () => {
    open(flow, (_, path) => (path.endsWith("hpc/token") ? refusal("VAULT_UNREACHABLE") : undefined));
    await payWithKeys();
    expect((await screen.findByRole("alert")).textContent).toContain("The card service cannot be reached.");
    expect(order().getAttribute("aria-busy")).not.toBe("true");
    expect(screen.queryByText("Loading the card fields")).toBeNull();
    expect(window.location.hash).toContain("/payments");
  });
});

// clause: EVENT-37, EVENT-38
test("what is typed of a card is not lost while the company is looked at [EVENT-37]", async () => {
  open("event");
  const typed = await frame();
  await userEvent.click(screen.getByRole("radio", { name: /company/i }));
  expect(typed.closest("[hidden]")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: /card/i }));
  expect(screen.getByTitle("Card details")).toBe(typed);
  expect(typed.closest("[hidden]")).toBeNull();
});

test.each([
  [true, true, ["Pay by credit card", "Pay by company code"]],
  [true, false, ["Pay by credit card"]],
  [false, true, ["Pay by company code"]],
])(
  "an event is guaranteed by what its hotel takes (card %s, company %s), first by card",
  async (card, company, ways) => {
    const event_booking_profile = { enable_card_capture: card, enable_company_payment: company };
    mock = openEvent("payments", event({ event_booking_profile }));
    await screen.findByText(ways[0] as string);
    expect(["Pay by credit card", "Pay by company code"].filter((way) => screen.queryByText(way))).toEqual(
      ways,
    );
    expect(screen.queryAllByRole("group", { name: "Your card" })).toHaveLength(card ? 1 : 0);
    expect(screen.queryAllByLabelText(/^Company code/)).toHaveLength(card ? 0 : 1);
  },
);

test("how an event is guaranteed is held while the card is checked", async () => {
  open("event", (_, path) => (path.endsWith("hpc/token") ? new Promise(() => undefined) : undefined));
  await payWithKeys();
  const [byCard, byCompany] = screen.getAllByRole<HTMLInputElement>("radio");
  await userEvent.click(byCompany as HTMLElement);
  expect([byCard?.checked, byCompany?.getAttribute("aria-disabled")]).toEqual([true, "true"]);
});

// clause: ACT-26
test.each([
  ["STCC", 1],
  ["CASH", 0],
])(
  "an activity is paid with a payment type %s by %i cards, and Previous leads to its guests",
  async (code, forms) => {
    const types = [{ code, name: code, payment_type_integrations: [{ payment_type_id: code }] }];
    mock = openActivity("payments", activity({ ...known, types }));
    await screen.findByRole("button", { name: /^(Book|Pay)/ });
    expect(screen.queryAllByRole("group", { name: "Your card" })).toHaveLength(forms);
    expect(screen.queryAllByRole("radio")).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Previous" }));
    await waitFor(() => expect(window.location.hash).toContain("/activity-steps/guest-information"));
  },
);

// clause: ACT-28
test("the first key of the frame is changed for a token, and then the payment method is posted", async () => {
  open("activity");
  await payWithKeys();
  await waitFor(() => expect(calls()).toContain("payment-method"));
  const posted = calls()?.filter((name) => name === "hpc" || name === "payment-method");
  expect(posted).toEqual(["hpc", "payment-method"]);
  const [token, method] = (mock?.calls ?? []).filter(({ url }) =>
    /hpc\/token|payment-method/.test(url.pathname),
  );
  expect(token?.body).toMatchObject({ payment_key: "pk_1" });
  expect(method?.body).toMatchObject({ payment_source: { custom_field_5: "tok_1" } });
});

// clause: EVENT-51
test("an event's guarantee that is refused is told in the server's words, and can be tried again", async () => {
  open("event", (_, path) => (path.includes("/guarantee-info/") ? refusal("CARD_REQUIRED") : undefined));
  await payWithKeys();
  expect((await screen.findByRole("alert")).textContent).toContain("Credit card required");
  expect(order().getAttribute("aria-busy")).not.toBe("true");
  expect(calls()).not.toContain("confirm");
});

describe("the company that pays for an event", () => {
  const companies = ["NORTHLIGHT", "SEABIRD"];
  const sent = () =>
    mock?.calls.filter(({ url }) => /guarantee-info|confirm/.test(url.pathname)).map(({ body }) => body);
  const shown = (name: string) => screen.findByRole("button", { name: new RegExp(name) });
  const field = () => screen.findByLabelText(/^Company code/);

  /** NORTHLIGHT was selected before; every other company has to be selected. */
  function openSelected(
    more: object = {},
    ordered: () => Promise<Answer> | undefined = () => undefined,
    late: (code: string) => Promise<Answer> | undefined = () => undefined,
    selected: () => Promise<Answer> | undefined = () => undefined,
  ) {
    let company_id: string | null = "NORTHLIGHT";
    const none = { guarantee_type: null, company_id: null, masked_card_number: null };
    open("event", (method, path, url, body) => {
      if (path.endsWith("/search-company")) {
        const code = url.searchParams.get("company_code") ?? "";
        const held = late(code);
        if (held) return held;
        return companies.includes(code)
          ? { status: 200, body: { code, name: `The ${code} company` } }
          : refusal("COMPANY_UNKNOWN");
      }
      if (path.includes("/confirm/")) return ordered();
      if (path.includes("/guarantee-info/")) {
        company_id = (body as { company_id?: string | null }).company_id ?? null;
        return selected();
      }
      return isRead(method, path)
        ? { status: 200, body: event({ ...more, guarantee: { ...none, company_id } }) }
        : undefined;
    });
  }
  async function search(code: string) {
    await userEvent.clear(await field());
    await userEvent.type(await field(), `${code}{Enter}`);
  }

  test("that is not found is told with what the server says of it, at the code [EVENT-52]", async () => {
    openSelected();
    await shown("The NORTHLIGHT company");
    await search("ACME");
    await screen.findByText(/Company not found/);
    const told = (await field()).closest(".field")?.querySelector(".err")?.textContent;
    expect(told).toBe("search company error: Company not found");
  });

  test("that is not found marks no other code that is typed meanwhile", async () => {
    const { late, come } = later();
    openSelected({}, undefined, (code) => (code === "ACME" ? late : undefined));
    await shown("The NORTHLIGHT company");
    await search("ACME");
    await userEvent.type(await field(), "X");
    await come(refusal("COMPANY_UNKNOWN"));
    const told = async () => (await field()).closest(".field")?.querySelector(".err")?.textContent;
    expect(await told()).toBeUndefined();
    await userEvent.type(await field(), "{Backspace}");
    expect(await told()).toBe("search company error: Company not found");
  });

  test("is the one on the screen, sent once more with the order [EVENT-43]", async () => {
    openSelected();
    expect((await shown("The NORTHLIGHT company")).getAttribute("aria-pressed")).toBe("true");
    await userEvent.click(order());
    const northlight = { guarantee_type: "LDB", payment_source: null, company_id: "NORTHLIGHT" };
    await waitFor(() => expect(sent()).toMatchObject([northlight, { expected_total: 54 }]));
  });

  test("is looked for by its code, without what no code has", async () => {
    openSelected();
    await shown("The NORTHLIGHT company");
    await search(" sea\u202dbird\u202c ");
    await shown("The SEABIRD company");
    expect((await field()).getAttribute("value")?.trim()).toBe("SEABIRD");
  });

  test.each([
    ["is not found", "ACME", "Company not found"],
    ["is found and not selected", "SEABIRD", "The SEABIRD company"],
  ])("is none while another one %s [EVENT-40]", async (_, code, told) => {
    openSelected();
    await shown("The NORTHLIGHT company");
    await search(code);
    await screen.findByText(told, { exact: false });
    expect(screen.queryByText("The NORTHLIGHT company")).toBeNull();
    await userEvent.click(order());
    expect((await screen.findByRole("alert")).textContent).toContain("select your company first");
    expect(sent()).toEqual([]);
  });

  test("pays what giving it back costs, as the words that bind say", async () => {
    const { client_visible_data: data } = event();
    const cancellation = { free_until: "2026-11-21T00:00:00-05:00", free: false, penalty: 27 };
    const summary = { ...data.summary, cancellation };
    openSelected({ client_visible_data: { ...data, summary } });
    await shown("The NORTHLIGHT company");
    const words = () => document.querySelector(".payment .binding .when-folded")?.textContent;
    expect(words()).toBe("Cancelling costs $27.00 now; The NORTHLIGHT company pays it.");
    // beside the bill, which stands with every step, nobody is named
    const [beside] = screen.getAllByText(/^Cancelling costs/);
    expect(beside?.textContent).toBe("Cancelling costs $27.00 now.");
    await userEvent.click(screen.getByRole("radio", { name: /card/i }));
    expect(words()).toBe("Cancelling costs $27.00 now; the house settles it with you.");
  });

  test("is waited for while it is looked for, or selected, before anything is ordered", async () => {
    const [looked, selected] = [later(), later()];
    openSelected(
      {},
      async () => refusal("GUARANTEE_REQUIRED"),
      (code) => (code === "NORTHLIGHT" ? looked.late : undefined),
      () => (sent()?.length === 1 ? selected.late : undefined),
    );
    const waits = () => order().getAttribute("aria-busy") === "true";
    await field();
    await userEvent.click(order());
    expect(waits()).toBe(true);
    // by card nothing is looked for
    await userEvent.click(screen.getByRole("radio", { name: /card/i }));
    expect(waits()).toBe(false);
    await userEvent.click(screen.getByRole("radio", { name: /company/i }));
    await looked.come({ status: 200, body: { code: "NORTHLIGHT", name: "The NORTHLIGHT company" } });
    await search("SEABIRD");
    await userEvent.click(await shown("The SEABIRD company"));
    // two guarantees on their way at once would end in either
    await userEvent.click(screen.getByRole("radio", { name: /card/i }));
    expect(waits()).toBe(true);
    await userEvent.click(screen.getByRole("radio", { name: /company/i }));
    await userEvent.click(await shown("The SEABIRD company"));
    await userEvent.click(order());
    expect(screen.queryByRole("alert")).toBeNull();
    expect(sent()).toHaveLength(1);
    await selected.come({ status: 200, body: {} });
    await waitFor(() => expect(waits()).toBe(false));
    await userEvent.click(order());
    await waitFor(() => expect(calls()).toContain("confirm"));
    expect(sent()?.slice(0, 2)).toMatchObject([{ company_id: "SEABIRD" }, { company_id: "SEABIRD" }]);
  });

  test("is not taken back while the order is on its way", async () => {
    let answer: (answer: Answer) => void = () => undefined;
    const late = new Promise<Answer>((resolve) => {
      answer = resolve;
    });
    openSelected({}, () => late);
    const selected = await shown("The NORTHLIGHT company");
    await userEvent.click(order());
    await waitFor(() => expect(calls()).toContain("confirm"));
    await userEvent.click(selected);
    await userEvent.type(await field(), "{Enter}");
    expect(selected.getAttribute("aria-disabled")).toBe("true");
    expect(sent()).toHaveLength(2);
    expect(await shown("The NORTHLIGHT company")).toBe(selected);
    answer(refusal("GUARANTEE_REQUIRED"));
    await waitFor(() => expect(selected.getAttribute("aria-disabled")).toBeNull());
  });

  test("is not said once the guest looks at something else", async () => {
    let answer: (answer: Answer) => void = () => undefined;
    const late = new Promise<Answer>((resolve) => {
      answer = resolve;
    });
    openSelected({}, undefined, (code) => (code === "SEABIRD" ? late : undefined));
    await shown("The NORTHLIGHT company");
    await search("SEABIRD");
    await userEvent.click(screen.getByRole("radio", { name: /card/i }));
    await act(async () => answer({ status: 200, body: { code: "SEABIRD", name: "The SEABIRD company" } }));
    await userEvent.click(screen.getByRole("radio", { name: /company/i }));
    await shown("The SEABIRD company");
    expect(document.querySelector("[data-live]")?.textContent).not.toContain("SEABIRD");
  });

  test("is still the one on the screen after a look at the card", async () => {
    openSelected();
    await shown("The NORTHLIGHT company");
    const heard = () => document.querySelector("[data-live]")?.textContent ?? "";
    expect(heard()).not.toContain("NORTHLIGHT");
    await search("SEABIRD");
    await shown("The SEABIRD company");
    await waitFor(() => expect(heard()).toContain("The SEABIRD company"));
    await userEvent.click(screen.getByRole("radio", { name: /card/i }));
    await userEvent.click(screen.getByRole("radio", { name: /company/i }));
    expect((await field()) as HTMLInputElement).toHaveProperty("value", "SEABIRD");
    const seabird = await shown("The SEABIRD company");
    expect(seabird.getAttribute("aria-pressed")).toBe("false");
    await userEvent.click(seabird);
    await waitFor(() => expect(seabird.getAttribute("aria-pressed")).toBe("true"));
    await userEvent.click(order());
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent()?.slice(0, 2)).toMatchObject([{ company_id: "SEABIRD" }, { company_id: "SEABIRD" }]);
  });
});

describe("what went wrong is said in the language that is chosen meanwhile", () => {
  afterEach(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: what a guest leaves behind for the next test
    document.cookie = "hk_language=; max-age=0; path=/";
  });
  /** Every label of the other language is its own key, with what stands in it. */
  const spoken: Instead = (_, path, url) =>
    path === "/v4/common/language" && url.href.includes("ar_AE")
      ? {
          status: 200,
          body: Object.fromEntries(
            Object.entries(english).map(([key, text]) => [
              key,
              ["*", key, ...(text.match(/\{\w+\}/g) ?? [])].join(" "),
            ]),
          ),
        }
      : undefined;
  const speakAnother = async () => {
    await userEvent.click(screen.getByRole("button", { name: /Language: English/ }));
    await userEvent.type(await screen.findByRole("combobox", { name: "Language" }), "العر{Enter}");
    await waitFor(() => expect(document.documentElement.dir).toBe("rtl"));
  };

  test("of the company that pays for an event", async () => {
    open("event", (...call) => {
      if (call[1].endsWith("/search-company")) return refusal("COMPANY_UNKNOWN");
      return spoken(...call);
    });
    await userEvent.click(await screen.findByRole("radio", { name: /company/i }));
    await userEvent.type(await screen.findByLabelText(/^Company code/), "ACME{Enter}");
    await screen.findByText(/Company not found/);
    await userEvent.click(order());
    await screen.findByText(/select your company first/);
    await speakAnother();
    expect(screen.getByText(/^\* lbl_search_company_error .*lbl_company_not_found/)).toBeTruthy();
    expect(screen.getByText("* lbl_company_needed")).toBeTruthy();
  });

  test("of an event's guarantee", async () => {
    open("event", (...call) =>
      call[1].includes("/guarantee-info/") ? refusal("CANCELLATION_CHANGED") : spoken(...call),
    );
    await payWithKeys();
    await screen.findByRole("alert");
    await speakAnother();
    expect(screen.getByText("* lbl_event_terms_changed")).toBeTruthy();
  });

  test.each([
    ["its price", refusal("PRICE_CHANGED", { quote: price }), /^\* lbl_activity_price_changed ./],
    ["its payment", refusal("CARD_REQUIRED"), "* lbl_credit_card_required"],
  ])("of an activity's payment: %s", async (_, answer, words) => {
    open("activity", (...call) => (call[1].includes("/payment-method/") ? answer : spoken(...call)));
    await payWithKeys();
    await screen.findByRole("alert");
    await speakAnother();
    expect(screen.getByText(words)).toBeTruthy();
  });
});

// clause: EVENT-49
test("an event that could not be confirmed raises no popup, and can be tried again", async () => {
  open("event", (_, path) => (path.includes("/confirm/") ? { status: 500, body: {} } : undefined));
  await payWithKeys();
  await waitFor(() => expect(calls()).toContain("confirm"));
  await screen.findByRole("button", { name: "Try again" });
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(window.location.hash).toContain("/payments");
});

/** An event that is booked although no answer to its order comes; it is read only where `reads`. */
function openLost(reads: () => boolean) {
  let confirmed = false;
  open("event", (method, path) => {
    if (path.includes("/confirm/")) {
      confirmed = true;
      throw new TypeError("no connection");
    }
    if (confirmed && path.includes("/guarantee-info/")) return refusal("ALREADY_COMMITTED");
    if (!confirmed || !isRead(method, path)) return undefined;
    if (!reads()) throw new TypeError("no connection");
    return { status: 200, body: bookedEvent() };
  });
}

// clause: EVENT-46
test("an event whose confirmation got lost on its way is shown as booked", async () => {
  openLost(() => true);
  await payWithKeys();
  expect(await screen.findByText("1EVENT")).toBeTruthy();
  await waitFor(() => expect(window.location.hash).toContain("/confirmation"));
  expect(calls()?.filter((name) => name === "confirm")).toHaveLength(1);
});

// clause: EVENT-46
test("an event that is booked unseen is never booked twice, and shown when its guest orders again", async () => {
  let connected = false;
  openLost(() => connected);
  await payWithKeys();
  expect((await screen.findByRole("alert")).textContent).toContain("never be booked or charged twice");
  connected = true;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("1EVENT")).toBeTruthy();
  await waitFor(() => expect(window.location.hash).toContain("/confirmation"));
});

// clause: API-62
test("an event that costs something else by now is shown at its new price, and ordered at that", async () => {
  let total = 54;
  const priced = () => {
    const { client_visible_data: data } = event();
    return event({
      event_booking_profile: {},
      client_visible_data: { ...data, summary: { ...data.summary, total_amount: total } },
    });
  };
  open("event", (method, path, _url, body) => {
    if (isRead(method, path)) return { status: 200, body: priced() };
    if (!path.includes("/confirm/")) return undefined;
    total = 60;
    return (body as { expected_total: number }).expected_total === total
      ? { status: 500, body: {} }
      : refusal("PRICE_CHANGED");
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Book/ }));
  expect((await screen.findByRole("alert")).textContent).toContain("The price has changed");
  await waitFor(() => expect(order().textContent).toContain("$60.00"));
  await userEvent.click(order());
  const sent = () =>
    mock?.calls.filter(({ url }) => url.pathname.includes("/confirm/")).map(({ body }) => body);
  await waitFor(() => expect(sent()).toMatchObject([{ expected_total: 54 }, { expected_total: 60 }]));
});

// clause: API-62
test("an event that costs more to give back by now is told with its new terms, and ordered at those", async () => {
  const until = "2026-12-07T00:00:00-05:00";
  let cancellation: object | null = null;
  const terms = () => {
    const { client_visible_data: data } = event();
    const summary = { ...data.summary, cancellation };
    return event({ event_booking_profile: {}, client_visible_data: { ...data, summary } });
  };
  const worse = [
    { free_until: until, free: true, penalty: 27 },
    { free_until: "2026-12-07T00:01:00-05:00", free: false, penalty: 27 },
  ];
  open("event", (method, path) => {
    if (isRead(method, path)) return { status: 200, body: terms() };
    if (!path.includes("/confirm/")) return undefined;
    cancellation = worse.shift() ?? cancellation;
    return refusal("CANCELLATION_CHANGED");
  });
  await screen.findByRole("button", { name: /^Book/ });
  const told = async (words: RegExp) =>
    waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(words));
  await userEvent.click(order());
  await told(
    /cancelling costs has changed.*Nothing is booked yet.*free until .*After that it costs \$27\.00/,
  );
  await userEvent.click(order());
  await told(/Cancelling costs \$27\.00 now; the house settles it with you\./);
  await userEvent.click(order());
  const sent = () =>
    mock?.calls.filter(({ url }) => url.pathname.includes("/confirm/")).map(({ body }) => body);
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { expected_total: 54, expected_penalty: 0, expected_free_until: null },
      { expected_total: 54, expected_penalty: 27, expected_free_until: until },
      { expected_total: 54, expected_penalty: 27, expected_free_until: null },
    ]),
  );
});

/** In place of what is open, an event that costs something to give back from a day on. */
async function openCosting(): Promise<void> {
  cleanup();
  mock?.restore();
  queries.clear();
  const { client_visible_data: data } = event();
  const cancellation = { free_until: "2026-12-07T00:00:00-05:00", free: true, penalty: 27 };
  const summary = { ...data.summary, cancellation };
  mock = openEvent(
    "payments",
    event({ event_booking_profile: {}, client_visible_data: { ...data, summary } }),
  );
  await screen.findByText(/^With this you book/);
}

test("until when giving it back is free is told by the guest's clock too", async () => {
  const offset = vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(0);
  const cancel_until = "2026-12-08T08:00:00-05:00";
  mock = openActivity(
    "payments",
    activity({ ...known, types: [], price: { ...price, cancel_until, free: true } }),
  );
  await screen.findByText(/^You book with/);
  const words = () => document.querySelector(".payment .binding .when-folded")?.textContent;
  expect(words()).toMatch(/cancelled\. On your clock: Tue, Dec 8, 01:00.PM$/);
  await openCosting();
  expect(words()).toMatch(/costs \$27\.00\. On your clock: Mon, Dec 7, 05:00.AM$/);
  offset.mockRestore();
});

test("what giving it back costs stands with the words that bind, too", async () => {
  const words = () => document.querySelector(".payment .binding .when-folded")?.textContent;
  mock = openActivity("payments", activity({ ...known, types: [] }));
  await screen.findByText(/^You book with/);
  expect(words()).toMatch(/^Cancelling is free until .* After that it can no longer be cancelled\./);
  await openCosting();
  expect(words()).toMatch(/^Cancelling is free until .*\. After that it costs \$27\.00\./);
});

test.each([
  ["FPCC", null, /The card guarantees the event; nothing is charged now/, "the house settles it with you"],
  ["LDB", "Northlight", /The company is sent the bill/, "Northlight pays it"],
  [null, null, /you pay the hotel after the event/, "the house settles it with you"],
])(
  "an event that is booked by %s is told with its packages, who pays when, and what giving it back costs",
  async (guarantee_type, company, words, settled) => {
    const [sub] = event().sub_events;
    const told = {
      guarantee_type,
      company,
      sub_events: [{ ...sub, packages: [{ package_id: "COFFEE", name: "Coffee break", quantity: 8 }] }],
      cancellation: { free_until: "2026-12-07T00:00:00-05:00", free: true, penalty: 27 },
    };
    let change: object = told;
    open("event", (method, path) =>
      isRead(method, path) ? { status: 200, body: bookedEvent(change) } : undefined,
    );
    await screen.findByText("1EVENT");
    expect(screen.getByText("8 × Coffee break")).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
    const then = `After that it costs $27.00${company ? "; Northlight pays it" : ""}.`;
    expect(screen.getByText(/^Cancelling is free until /).textContent).toContain(then);
    const due = () => screen.queryByText("Due at the hotel")?.parentElement?.textContent;
    expect(due()).toBe(company ? undefined : "Due at the hotel$54.00");
    cleanup();
    mock?.restore();
    queries.clear();
    change = { ...told, cancellation: { ...told.cancellation, free: false } };
    open("event", (method, path) =>
      isRead(method, path) ? { status: 200, body: bookedEvent(change) } : undefined,
    );
    expect(await screen.findByText(`Cancelling costs $27.00 now; ${settled}.`)).toBeTruthy();
    cleanup();
    mock?.restore();
    queries.clear();
    change = { ...told, status: "CANCELLED", penalty: 27 };
    open("event", (method, path) =>
      isRead(method, path) ? { status: 200, body: bookedEvent(change) } : undefined,
    );
    await screen.findByText("This event is cancelled");
    expect(due()).toBeUndefined();
    expect(screen.queryByText(words)).toBeNull();
    expect(screen.getByText(/^Cancelling/).textContent).toBe(`Cancelling cost $27.00; ${settled}.`);
  },
);

test("an activity that is booked is told with what giving it back costs, and with what comes back", async () => {
  let confirmed = { ...kayak, confirmation_no: "1SEALS" };
  const look = async () => {
    mock = openActivity(
      "confirmation",
      activity({ ...known, types: cards, ordered: { chosen: activity().chosen, price } }),
      { instead: (_, path) => (path.includes("/confirm/") ? { status: 200, body: confirmed } : undefined) },
    );
    await screen.findByText("1SEALS");
  };
  const comesBack = () => screen.queryByText("$98.00 comes back to you");
  await look();
  expect(
    screen.getByText(/^Cancelling is free until .* After that it can no longer be cancelled\./),
  ).toBeTruthy();
  expect(comesBack()).toBeNull();
  cleanup();
  mock?.restore();
  queries.clear();
  confirmed = { ...confirmed, status: "CANCELLED" };
  await look();
  expect(comesBack()).toBeTruthy();
});

test.each(["event", "activity"])(
  "the order of an %s links the terms of the house, and comes before the way back",
  async (flow) => {
    mock =
      flow === "event"
        ? openEvent("payments", event({ event_booking_profile: {} }))
        : openActivity("payments", activity({ ...known, types: [] }));
    const terms = await screen.findByRole("link", { name: "terms of the house" });
    expect(terms.getAttribute("href")).toBe("/public/properties/1/terms");
    expect(terms.parentElement?.textContent).toBe("With your booking you accept the terms of the house.");
    // the order stands above Previous, and comes before it
    const buttons = within(document.querySelector<HTMLElement>(".foot") as HTMLElement).getAllByRole(
      "button",
    );
    expect(buttons.map((button) => button.textContent)).toEqual([
      expect.stringMatching(/^Book/),
      expect.stringContaining("Previous"),
    ]);
  },
);

test("an event's name reads in the direction of its own words", async () => {
  open("event", (method, path) => (isRead(method, path) ? { status: 200, body: bookedEvent() } : undefined));
  const name = await screen.findByText("Launch");
  expect(name.getAttribute("dir")).toBe("auto");
});

// clause: EVENT-06, EVENT-46
test("a reload that finds the event booked tells it once, and then leads to the spaces", async () => {
  open("event", (method, path) => (isRead(method, path) ? { status: 200, body: bookedEvent() } : undefined));
  expect(await screen.findByText("1EVENT")).toBeTruthy();
  await waitFor(() => expect(window.location.hash).toContain("/confirmation"));
  act(() => {
    window.location.hash = "#/events/event-steps/payments";
  });
  await waitFor(() => expect(window.location.hash).toContain("/select-space"));
  expect(screen.queryByText("1EVENT")).toBeNull();
});

describe("beside a third party's code", () => {
  /** The step before the payment, in a page that measures; the answer for its guest is held back. */
  async function toPayment(types: unknown[]) {
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
    let answer: () => void = () => undefined;
    const late = new Promise<Answer>((resolve) => {
      answer = () => resolve({ status: 200, body: { client_visible_data: { payment_types: types }, price } });
    });
    mock = openActivity("guest-information", activity(), {
      instead: (_method, path) => {
        if (path === "/address-rules") return { status: 200, body: countryRules({}) };
        return path.includes("/basic-info/") ? late : undefined;
      },
    });
    await userEvent.type(await screen.findByLabelText(/^First name/), "Siobhán");
    await userEvent.type(screen.getByLabelText(/^Last name/), "Ní Bhriain");
    await userEvent.type(screen.getByLabelText(/^E-mail/), "siobhan@guest.example");
    letStrangersIn();
    for (const next of screen.getAllByRole("button", { name: "Next" })) await userEvent.click(next);
    await waitFor(() => expect(window.location.hash).toContain("/payments"));
    await act(async () => undefined);
    expect(reload).not.toHaveBeenCalled();
    await act(async () => {
      answer();
      await late;
    });
    await waitFor(() => expect(order().getAttribute("aria-busy")).not.toBe("true"));
    return reload;
  }
  const kept = () => JSON.parse(sessionStorage.getItem("portico.activity.1") ?? "{}");

  // clause: ACT-24
  test("an activity's card form has the page to itself once what is on its way is answered", async () => {
    const reload = await toPayment(cards);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(screen.queryByTitle("Card details")).toBeNull();
    expect(kept()).toMatchObject({ save: { kind: "done" }, types: cards });
  });

  test("an activity that needs no card goes on without a reload", async () => {
    const reload = await toPayment([]);
    expect(kept()).toMatchObject({ save: { kind: "done" }, types: [] });
    expect(reload).not.toHaveBeenCalled();
  });
});

describe("what another window chose", () => {
  test("of an event is shown as it is held now, and ordered as that", async () => {
    const [sub] = event().sub_events;
    const time = { from: "2026-12-15T08:00:00-05:00", to: "2026-12-15T09:00:00-05:00" };
    const moved = { ...sub, ...time, number_of_persons: 7 };
    let elsewhere = false;
    open("event", (method, path) => {
      if (isRead(method, path))
        return {
          status: 200,
          body: event({ event_booking_profile: {}, ...(elsewhere && { sub_events: [moved] }) }),
        };
      if (!path.includes("/confirm/")) return undefined;
      elsewhere = true;
      return refusal("SPACE_CHANGED");
    });
    await userEvent.click(await screen.findByRole("button", { name: /^Book/ }));
    expect((await screen.findByRole("alert")).textContent).toMatch(/chosen in another window/);
    await waitFor(() => expect(order().getAttribute("aria-busy")).not.toBe("true"));
    await userEvent.click(order());
    const sent = () =>
      mock?.calls.filter(({ url }) => url.pathname.includes("/confirm/")).map(({ body }) => body);
    const seen = ({ from, to, number_of_persons }: Partial<typeof moved>) => ({
      expected_sub_events: [{ space_id: "CHART", from, to, number_of_persons }],
    });
    await waitFor(() => expect(sent()).toMatchObject([seen(sub ?? {}), seen(moved)]));
  });

  test("of an activity is shown as it is held now, and booked only once it is agreed to", async () => {
    const free = { ...price, grand_total: 0 };
    const later = { ...activity().chosen.instance, id: "KAYAK.2026-12-13.0900", date: "2026-12-13" };
    const held = { ...free, activity_instance_id: later.id };
    const agreed = { ...known, types: [], price: free };
    const instead: Instead = (_method, path, _url, body) => {
      if (path.includes("/basic-info/"))
        return { status: 200, body: { client_visible_data: { payment_types: [] }, price: held } };
      if (path === "/web/activities/calendar") {
        const dates = [{ date: later.date, activities: [later] }];
        return { status: 200, body: { currency: "USD", dates, activity_templates: [] } };
      }
      if (!path.includes("/confirm/")) return undefined;
      const same = (body as { expected_instance_id: string }).expected_instance_id === later.id;
      return same ? { status: 503, body: {} } : refusal("ACTIVITY_CHANGED");
    };
    mock = openActivity("payments", activity(agreed), { instead });
    await userEvent.click(await screen.findByRole("button", { name: /^Book/ }));
    expect(await screen.findByText(/chosen in another window/)).toBeTruthy();
    await waitFor(() => expect(window.location.hash).toContain("/payments"));
    expect(screen.getAllByText(/December 13/).length).toBeGreaterThan(0);
    const sent = () => calls()?.filter((name) => name === "confirm").length;
    expect(sent()).toBe(1);
    await userEvent.click(order());
    await waitFor(() => expect(sent()).toBe(2));
    const confirms = mock.calls.filter(({ url }) => url.pathname.includes("/confirm/"));
    const seen = { expected_adults: 2, expected_children: 0, expected_total: 0 };
    expect(confirms.map(({ body }) => body)).toEqual([
      { ...seen, expected_instance_id: "KAYAK.2026-12-12.0900" },
      { ...seen, expected_instance_id: later.id },
    ]);
  });

  test("of an activity is waited for, with the reason, before anything is ordered", async () => {
    const later = { ...activity().chosen.instance, id: "KAYAK.2026-12-13.0900", date: "2026-12-13" };
    let come: () => void = () => undefined;
    const instead: Instead = (_method, path) => {
      if (path.includes("/basic-info/"))
        return new Promise((resolve) => {
          const held = { ...price, activity_instance_id: later.id, grand_total: 116 };
          const body = { client_visible_data: { payment_types: [] }, price: held };
          come = () => resolve({ status: 200, body });
        });
      if (path === "/web/activities/calendar") {
        const dates = [{ date: later.date, activities: [later] }];
        return { status: 200, body: { currency: "USD", dates, activity_templates: [] } };
      }
      if (!path.includes("/confirm/")) return undefined;
      return refusal("ACTIVITY_CHANGED");
    };
    mock = openActivity("payments", activity({ ...known, types: [] }), { instead });
    await userEvent.click(await screen.findByRole("button", { name: /^Book/ }));
    expect((await screen.findByRole("alert")).textContent).toMatch(/chosen in another window/);
    await waitFor(() => expect(order().getAttribute("aria-busy")).toBe("true"));
    expect(screen.queryByText(/December 12/)).toBeNull();
    await userEvent.click(order());
    expect(calls()?.filter((name) => name === "confirm")).toHaveLength(1);
    await act(async () => come());
    await waitFor(() => expect(order().getAttribute("aria-busy")).not.toBe("true"));
    expect(screen.getAllByText(/December 13/).length).toBeGreaterThan(0);
    expect(screen.getByText(/chosen in another window/)).toBeTruthy();
  });

  test("of an activity can be read once more where the card's call found it and no answer came", async () => {
    let connected = false;
    open("activity", (_method, path) => {
      if (path.includes("/payment-method/")) return refusal("ACTIVITY_CHANGED");
      if (!path.includes("/basic-info/")) return undefined;
      if (!connected) return { status: 503, body: {} };
      const held = { ...price, activity_instance_id: "KAYAK.2026-12-12.0900", grand_total: 116 };
      return { status: 200, body: { client_visible_data: { payment_types: [] }, price: held } };
    });
    await payWithKeys();
    connected = true;
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    expect((await screen.findAllByText("$116.00")).length).toBeGreaterThan(0);
    expect(screen.getByText(/chosen in another window/)).toBeTruthy();
    expect(document.activeElement).not.toBe(document.body);
  });

  test("of an activity at another price is shown, and agreed to before it is booked", async () => {
    const free = { ...price, grand_total: 0 };
    const { instance } = activity().chosen;
    const held = { ...price, activity_instance_id: instance.id };
    const instead: Instead = (_method, path, _url, body) => {
      if (path.includes("/basic-info/"))
        return { status: 200, body: { client_visible_data: { payment_types: [] }, price: held } };
      if (path === "/web/activities/calendar") {
        const dates = [{ date: instance.date, activities: [instance] }];
        return { status: 200, body: { currency: "USD", dates, activity_templates: [] } };
      }
      if (!path.includes("/confirm/")) return undefined;
      return (body as { expected_total: number }).expected_total === price.grand_total
        ? { status: 503, body: {} }
        : refusal("PRICE_CHANGED", { quote: held });
    };
    mock = openActivity("payments", activity({ ...known, types: [], price: free }), { instead });
    await userEvent.click(await screen.findByRole("button", { name: /^Book/ }));
    expect(await screen.findByText(/\$98\.00 now/)).toBeTruthy();
    expect(screen.getAllByText("$98.00").length).toBeGreaterThan(0);
    const sent = () => calls()?.filter((name) => name === "confirm").length;
    expect(sent()).toBe(1);
    await userEvent.click(order());
    await waitFor(() => expect(sent()).toBe(2));
  });
});

test("who loads an activity's page anew while the bank asks is told that nothing was booked", async () => {
  const { access } = activity(known);
  const words = /Nothing was booked and nothing was charged/;
  keepAtBank(access?.id, true);
  open("activity");
  await frame();
  expect(screen.getByText(words)).toBeTruthy();
  await userEvent.click(order());
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  expect(isAtBank(access?.id)).toBe(false);
});

test("an activity is paid in a browser that refuses storage", async () => {
  open("activity");
  await frame();
  const payments = window.location.hash;
  const goTo = (hash: string) =>
    act(async () => {
      window.location.hash = hash;
    });
  // no page is loaded anew on this way, and what the guest typed is known without being kept
  await goTo(payments.replace("payments", "guest-information"));
  await screen.findByLabelText(/^First name/);
  refuseStorage();
  await goTo(payments);
  await payWithKeys();
  await waitFor(() => expect(calls()).toContain("confirm"));
});
