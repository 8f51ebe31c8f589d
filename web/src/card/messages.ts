/**
 * What the page and the card frame say to each other (PAY-23; docs/API-DESIGN.md, "Cards").
 *
 * A message counts only when it comes from the frame's exact origin AND from the frame's own window: another tab of
 * the vault's origin, or an advertisement on our page, must not be able to speak for the card.
 */

/** What the frame tells. */
export type FrameMessage =
  /** The form is drawn; `height` in CSS pixels. */
  | { id: "ready"; height: number }
  | { id: "resize"; height: number }
  /** Whether all four fields are filled and sound, and the brand of what is typed so far. */
  | { id: "state"; complete: boolean; brand: string | null }
  | { id: "terms" }
  | { id: "privacy" }
  /** The card is in the vault; the key is good for one token call. */
  | { id: "keys"; paymentKeys: string[] }
  | { id: "error"; message: string };

/** What the page asks. */
export type HostMessage =
  | { id: "submit" }
  | {
      id: "theme";
      css: Record<string, string>;
      scheme: "light" | "dark";
      dir: "ltr" | "rtl";
      locale: string;
      labels: Record<string, string>;
    };

/** The most room that the card frame takes, in CSS pixels, in a stay's payment step (PAY-08). */
export const FRAME_SIZE = { width: 800, height: 650 } as const;

/** Less than this cannot hold the four fields of a card. */
const LEAST_HEIGHT = 160;

/** The page to pay on has its sum and its button besides, and what is wrong with each field on a narrow phone. */
const MOST_OF_PAY_PAGE = 1200;

function height(value: unknown, most: number = FRAME_SIZE.height): number | null {
  return typeof value === "number" && Number.isFinite(value)
    ? Math.min(most, Math.max(LEAST_HEIGHT, Math.ceil(value)))
    : null;
}

/** The part of a `MessageEvent` that is judged. */
export interface Posted {
  origin: string;
  source: unknown;
  data: unknown;
}

/**
 * The frame's message, or null when it is not the frame that speaks or not our language it speaks.
 * `origin` is the vault's (scheme, host, port), `source` the frame's `contentWindow`.
 */
export function readFrameMessage(event: Posted, origin: string, source: unknown): FrameMessage | null {
  if (source === null || source === undefined) return null;
  if (event.origin !== origin || event.source !== source) return null;
  const { data } = event;
  if (typeof data !== "object" || data === null) return null;
  const message = data as Record<string, unknown>;
  if (Array.isArray(message.paymentKeys)) {
    const keys = message.paymentKeys.filter((key): key is string => typeof key === "string" && key !== "");
    return keys.length > 0 ? { id: "keys", paymentKeys: keys } : null;
  }
  switch (message.id) {
    case "ready":
    case "resize": {
      const pixels = height(message.height);
      return pixels === null ? null : { id: message.id, height: pixels };
    }
    case "state":
      return {
        id: "state",
        complete: message.complete === true,
        brand: typeof message.brand === "string" && message.brand !== "" ? message.brand : null,
      };
    case "terms":
    case "privacy":
      return { id: message.id };
    case "error":
      return { id: "error", message: typeof message.message === "string" ? message.message : "" };
    default:
      return null;
  }
}

/** What the page to pay on tells (PAY-17). */
export type PayMessage =
  | { id: "ready" }
  | { id: "resize"; height: number }
  | { id: "paid" }
  /** It goes to the bank's page, or from there back to the first: the next one is ready when it says so. */
  | { id: "leaving" }
  /** Another window pays by the same link: this one takes no card. */
  | { id: "elsewhere" }
  /** Escape was pressed there: no key of another origin's frame comes here. */
  | { id: "escape" };

/** Its message, judged like the frame's; `source` is the frame's window, or the one that was opened for it. */
export function readPayMessage(event: Posted, origin: string, source: unknown): PayMessage | null {
  if (source === null || source === undefined) return null;
  if (event.origin !== origin || event.source !== source) return null;
  const { data } = event;
  if (typeof data !== "object" || data === null) return null;
  const message = data as Record<string, unknown>;
  if (message.status === "OK" || message.status === "EXECUTED") return { id: "paid" };
  const { id } = message;
  if (id === "ready" || id === "leaving" || id === "elsewhere" || id === "escape") return { id };
  const pixels = message.id === "resize" ? height(message.height, MOST_OF_PAY_PAGE) : null;
  return pixels === null ? null : { id: "resize", height: pixels };
}

/** What the bank's page says: it stands, the guest has answered, or has pressed Escape there. Judged like the frame's. */
export function readBankMessage(
  event: Posted,
  origin: string,
  source: unknown,
): "ready" | "challenge" | "escape" | null {
  if (source === null || source === undefined) return null;
  if (event.origin !== origin || event.source !== source) return null;
  const { data } = event;
  if (typeof data !== "object" || data === null) return null;
  const { id } = data as Record<string, unknown>;
  return id === "ready" || id === "challenge" || id === "escape" ? id : null;
}

/**
 * The origin of the frame, or null when its address is none that may be shown: it must be the vault's own, and
 * encrypted wherever the page itself is. `pageProtocol` is the page's, such as `https:`.
 */
export function frameOrigin(frameUrl: string, vaultOrigin: string, pageProtocol: string): string | null {
  try {
    const address = new URL(frameUrl);
    const encrypted = address.protocol === "https:";
    const asThePage = address.protocol === "http:" && pageProtocol === "http:";
    if (!encrypted && !asThePage) return null;
    return address.origin === new URL(vaultOrigin).origin ? address.origin : null;
  } catch {
    return null;
  }
}
