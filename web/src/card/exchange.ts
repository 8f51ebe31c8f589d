/**
 * From "submit" to a card token: the page asks the frame, the frame puts the card into the vault and answers a key,
 * the key is changed for a token at the server (PAY-10, PAY-23). One at a time; nothing here ever sees the number.
 */
import { ApiProblem, type CardFormStatus, type CardToken, hasCode } from "../api";
import type { FrameMessage, HostMessage } from "./messages";

/** Why there is no token. `message` is the server's or the frame's own sentence, empty when there is none. */
export class CardProblem extends Error {
  override readonly name = "CardProblem";
  /** BUSY has no words: an answer, or a new frame, is on its way already. */
  readonly kind: "REQUIRED" | "EXPIRED" | "DECLINED" | "FRAME" | "SILENT" | "BUSY";

  /** With the label that says the same, as a failed call has it. */
  readonly body: { label?: string };

  constructor(kind: CardProblem["kind"], message = "", label?: string) {
    super(message);
    this.kind = kind;
    this.body = label === undefined ? {} : { label };
  }
}

/** How long the frame may take to answer a submit, in milliseconds; as long as any other call. */
export const FRAME_TIMEOUT_MS = 30_000;

export interface ExchangeParts {
  /** Sends to the frame's window at its origin. */
  post: (message: HostMessage) => void;
  /** The token call, with the payment key. */
  token: (paymentKey: string) => Promise<CardToken>;
  /** The hotel's business day; a card whose month ended before it is expired. */
  today: () => string;
}

export interface Exchange {
  /** Where the form stands at the card service: whatever it ends with is the answer too. */
  told: (status: CardFormStatus) => void;
  /** A message that passed `readFrameMessage`. */
  hear: (message: FrameMessage) => void;
  /** Submits the frame and answers the token, or throws a `CardProblem`; the end of a look-up is none of the card. */
  submit: () => Promise<CardToken>;
  /** The frame is gone: whatever waits for it or for its card ends. */
  close: () => void;
}

/** True when the last day of the card's month lies before `today` (`YYYY-MM-DD`). */
export function isPast(month: string, year: string, today: string): boolean {
  const full = year.length === 2 ? `20${year}` : year;
  return `${full}-${month.padStart(2, "0")}` < today.slice(0, 7);
}

function problemOf(error: unknown): CardProblem {
  if (error instanceof CardProblem) return error;
  const message = error instanceof ApiProblem ? error.message : "";
  const label = error instanceof ApiProblem ? error.body.label : undefined;
  if (hasCode(error, "CARD_EXPIRED")) return new CardProblem("EXPIRED", message, label);
  if (hasCode(error, "CARD_DECLINED")) return new CardProblem("DECLINED", message, label);
  if (error instanceof ApiProblem && error.status === 0) return new CardProblem("SILENT");
  return new CardProblem("FRAME", message, label);
}

/** What a form came to that takes no card any more. The sentence that comes with its code is English. */
function ended(code: string | null | undefined): CardProblem {
  if (code === "CARD_EXPIRED") return new CardProblem("EXPIRED");
  if (code === "CARD_DECLINED") return new CardProblem("DECLINED", "", "lbl_card_declined");
  if (code === "TOO_MANY_ATTEMPTS") return new CardProblem("FRAME", "", "lbl_frame_tries_used_up");
  if (code === "SESSION_EXPIRED") return new CardProblem("FRAME", "", "lbl_frame_session_expired");
  return new CardProblem("FRAME");
}

export function startExchange(parts: ExchangeParts): Exchange {
  let complete = false;
  let brand: string | null = null;
  let closed = false;
  let waiting: { got: (keys: string[] | CardToken) => void; fail: (problem: CardProblem) => void } | null =
    null;

  const answered = () =>
    new Promise<string[] | CardToken>((resolve, reject) => {
      const timer = setTimeout(() => waiting?.fail(new CardProblem("SILENT")), FRAME_TIMEOUT_MS);
      const settle = () => {
        clearTimeout(timer);
        waiting = null;
      };
      waiting = {
        got: (answer) => {
          settle();
          resolve(answer);
        },
        fail: (problem) => {
          settle();
          reject(problem);
        },
      };
      // posted even when something is missing: the frame then marks what, and says so when a number was begun
      parts.post({ id: "submit" });
      if (!complete && brand === null) waiting.fail(new CardProblem("REQUIRED"));
    });

  return {
    told({ status, card, code }) {
      if (status === "SUCCESS" && card) waiting?.got(card);
      else if (status === "ERROR") waiting?.fail(ended(code));
    },
    hear(message) {
      if (message.id === "state") ({ complete, brand } = message);
      else if (message.id === "keys") waiting?.got(message.paymentKeys);
      else if (message.id === "error") waiting?.fail(new CardProblem("FRAME", message.message));
    },
    async submit() {
      if (waiting) throw new CardProblem("BUSY");
      const answer = await answered();
      try {
        const token = Array.isArray(answer) ? await parts.token(answer[0] as string) : answer;
        // whoever has left has ordered nothing: what was waiting for the card would go on with it
        if (closed) throw new CardProblem("FRAME");
        if (token.status !== "SUCCESS") throw new CardProblem("DECLINED");
        if (isPast(token.card_expire_month, token.card_expire_year, parts.today()))
          throw new CardProblem("EXPIRED");
        return token;
      } catch (error) {
        throw hasCode(error, "LOOK_UP_EXPIRED") ? error : problemOf(error);
      }
    },
    close() {
      closed = true;
      waiting?.fail(new CardProblem("FRAME"));
    },
  };
}
