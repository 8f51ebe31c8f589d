import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "../api/mock/handle";
import { installMock } from "../api/mock/install";
import { refusal } from "../api/mock/refusal";
import { I18nProvider, setBuiltIn } from "../i18n";
import { english } from "../i18n/english";
import { type CardHandle, CardHost } from "./host";

const VAULT = "http://127.0.0.1:8081";
const token = { status: "SUCCESS", card_expire_month: "12", card_expire_year: "2029", token: "tok_1" };

let sent: unknown[] = [];
let frameWindow: { postMessage: (message: unknown, origin: string) => void };

beforeEach(() => {
  sent = [];
  frameWindow = { postMessage: (message, origin) => sent.push({ message, origin }) };
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
afterEach(() => vi.restoreAllMocks());

const init: Answer = {
  status: 200,
  body: {
    body: "<iframe onload='alert(1)'>",
    session_key: "key",
    frame_url: `${VAULT}/frame?key=1`,
    vault_origin: VAULT,
  },
};

function host(
  answers: Answer[] = [init],
  anew = false,
  given: Answer | Promise<Answer> = { status: 200, body: token },
) {
  setBuiltIn(english);
  const mock = installMock({
    instead: (_method, url) => {
      if (url.pathname.endsWith("hpc/init")) return answers.length > 1 ? answers.shift() : answers[0];
      return url.pathname.endsWith("hpc/token") ? given : undefined;
    },
  });
  const ref = createRef<CardHandle>();
  const property = {
    id: 1,
    terms_url: "https://hotel.example/terms",
    privacy_url: "https://hotel.example/privacy",
    vault_origin: VAULT,
  };
  const on = (today: string) => (
    <I18nProvider language="ar_AE" labels={english}>
      <CardHost
        ref={ref}
        property={property}
        booking={{ batch_id: "b1", token: "secret" }}
        today={today}
        anew={anew}
      />
    </I18nProvider>
  );
  const { rerender } = render(on("2026-11-21"));
  return { ref, mock, turnTo: (today: string) => rerender(on(today)) };
}

const say = (data: unknown, origin = VAULT, source: unknown = frameWindow) =>
  act(() => {
    const event = new MessageEvent("message", { data, origin });
    Object.defineProperty(event, "source", { value: source });
    window.dispatchEvent(event);
  });
async function frame(): Promise<HTMLIFrameElement> {
  const found = await screen.findByTitle("Card details");
  await act(async () => undefined); // listening begins right after the frame stands
  return found as HTMLIFrameElement;
}

test("another form is gone on in from the button that it took away, unless the guest is elsewhere by then", async () => {
  host([init], true);
  const iframe = await frame();
  expect(document.activeElement?.className).toBe("card-host");
  await say({ id: "ready", height: 400 });
  expect(document.activeElement).toBe(iframe);
});

test("a form that does not come again leaves its guest on the way to ask for it once more", async () => {
  host([
    { status: 503, body: {} },
    { status: 503, body: {} },
  ]);
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(document.activeElement).toBe(document.body);
  await userEvent.click(again);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.queryByRole("button", { name: "Try again" })),
  );
  expect(again.isConnected).toBe(false);
});

test("the first form takes no focus, and one that is tried again does", async () => {
  host([{ status: 503, body: {} }, init]);
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  const iframe = await frame();
  await say({ id: "ready", height: 400 });
  expect(document.activeElement).toBe(iframe);
  cleanup();
  host();
  await frame();
  await say({ id: "ready", height: 400 });
  expect(document.activeElement).toBe(document.body);
});

// clause: PAY-08
test("the frame is mounted by its address, never by the markup, at its documented size", async () => {
  const { mock } = host();
  const iframe = await frame();
  expect(iframe.getAttribute("onload")).toBeNull();
  expect([iframe.getAttribute("width"), iframe.getAttribute("height")]).toEqual(["800", "650"]);
  expect(mock.calls[0]?.url.searchParams.get("origin")).toBe(window.location.origin);
});

test("ready: the frame is shown at its height and gets colours, direction, locale and labels, at its origin only", async () => {
  host();
  const iframe = await frame();
  await say({ id: "ready", height: 400 });
  expect(iframe.style.blockSize).toBe("400px");
  expect(sent[0]).toMatchObject({ message: { id: "theme", dir: "rtl", locale: "ar_AE" }, origin: VAULT });
  expect(sent[0]).toMatchObject({
    message: { labels: { number: "Card number" }, css: { "--frame-pad": "4px" } },
  });
  await say({ id: "resize", height: 460 });
  expect(iframe.style.blockSize).toBe("460px");
});

test("messages of another origin or window change nothing", async () => {
  host();
  const iframe = await frame();
  await say({ id: "ready", height: 400 });
  await say({ id: "resize", height: 500 }, "https://evil.example");
  await say({ id: "resize", height: 500 }, VAULT, window);
  expect(iframe.style.blockSize).toBe("400px");
});

test("a card stays typed when the hotel's day turns", async () => {
  const { ref, turnTo } = host();
  await frame();
  await say({ id: "ready", height: 400 });
  await say({ id: "state", complete: true, brand: "VISA" });
  turnTo("2026-11-22");
  const done = ref.current?.submit();
  turnTo("2026-11-23");
  await say({ paymentKeys: ["pk_1"] });
  expect(await done).toMatchObject({ token: token.token });
});

// clause: PAY-10, PAY-23
test("submit asks the frame, its key is changed for the token with the session key", async () => {
  const { ref, mock } = host();
  await frame();
  await say({ id: "ready", height: 400 });
  await say({ id: "state", complete: true, brand: "VISA" });
  const done = ref.current?.submit();
  expect(sent.at(-1)).toEqual({ message: { id: "submit" }, origin: VAULT });
  await say({ paymentKeys: ["pk_false"] }, "https://evil.example");
  await say({ paymentKeys: ["pk_1"] });
  await expect(done).resolves.toMatchObject({ token: "tok_1" });
  expect(mock.calls.at(-1)?.body).toEqual({ payment_key: "pk_1", api_token: "key" });
});

test("who leaves the screen while the card is checked has given none", async () => {
  let answer: (told: Answer) => void = () => undefined;
  const slow = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  const { ref, mock } = host([init], false, slow);
  await frame();
  await say({ id: "ready", height: 400 });
  await say({ id: "state", complete: true, brand: "VISA" });
  const done = ref.current?.submit();
  await say({ paymentKeys: ["pk_1"] });
  await waitFor(() => expect(mock.calls.at(-1)?.url.pathname).toMatch(/hpc.token$/));
  cleanup();
  answer({ status: 200, body: token });
  await expect(done).rejects.toMatchObject({ kind: "FRAME" });
});

test("an order before the form stands waits for it and then goes on", async () => {
  const { ref } = host();
  const refused = expect(ref.current?.submit()).rejects.toMatchObject({ kind: "REQUIRED" });
  await frame();
  expect(sent).toEqual([]);
  await expect(ref.current?.submit()).rejects.toMatchObject({ kind: "BUSY" });
  await say({ id: "ready", height: 400 });
  await refused;
  expect(sent.at(-1)).toEqual({ message: { id: "submit" }, origin: VAULT });
});

test("an order is told that the card service is silent once the form has not come", async () => {
  const { ref } = host([{ status: 503, body: {} }]);
  await expect(ref.current?.submit()).rejects.toMatchObject({ kind: "SILENT" });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});

// clause: PAY-23
test("terms and privacy open the hotel's pages in a window of their own", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  host();
  await frame();
  await say({ id: "terms" });
  await say({ id: "privacy" });
  expect(open.mock.calls).toEqual(
    ["terms", "privacy"].map((page) => [`https://hotel.example/${page}`, "_blank", "noopener,noreferrer"]),
  );
});

test("who has asked too often is told to wait a moment", async () => {
  host([refusal("TOO_MANY")]);
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Too many requests. Please wait a moment./);
});

test("a frame of a foreign origin is not shown, and a failed load can be tried again", async () => {
  const foreign = { ...(init.body as object), frame_url: "https://evil.example/frame" };
  host([{ status: 200, body: foreign }, { status: 502, body: {} }, init]);
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.getByRole("alert")).toBeTruthy());
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await frame()).toBeTruthy();
});
