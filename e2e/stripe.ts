// What stands in for Stripe where a guest pays on its page: Checkout with two buttons, and the calls before and after it.
// Its objects are Stripe's published ones. What Stripe refuses and forgets is held to in the server's own tests.
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ROOT } from "./server.ts";

interface Thing {
  id: string;
  status: string;
  [field: string]: unknown;
}

export interface Stripe {
  /** Where it answers, without a slash at the end. */
  url: string;
  /** Of each payment, in Stripe's word. */
  payments(): string[];
  stop(): void;
}

const published = (name: string): Thing =>
  JSON.parse(readFileSync(join(ROOT, "crates/api/tests/fixtures/stripe", `${name}.json`), "utf8"));

export async function startStripe(): Promise<Stripe> {
  const sessions = new Map<string, Thing>();
  const intents = new Map<string, Thing>();
  let url = "";

  /** A page to pay on, for what the form says; its guest is led to `success_url` once it is paid. */
  function session(form: URLSearchParams): Thing {
    const id = `cs_${sessions.size + 1}`;
    const made = {
      ...published("checkout_session"),
      id,
      status: "open",
      url: `${url}/pay/${id}`,
      payment_intent: null,
    };
    sessions.set(id, Object.assign(made, { form }));
    return made;
  }

  function pay(paid: Thing): void {
    const form = paid.form as URLSearchParams;
    const amount = Number(form.get("line_items[0][price_data][unit_amount]"));
    const intent = {
      ...published("payment_intent"),
      id: `pi_${paid.id}`,
      amount,
      status: "requires_capture",
      next_action: null,
    };
    intents.set(intent.id, intent);
    Object.assign(paid, { status: "complete", payment_intent: intent.id });
  }

  const page = ({ form }: Thing): string => {
    const told = form as URLSearchParams;
    const cents = Number(told.get("line_items[0][price_data][unit_amount]"));
    return `<!doctype html><html lang="en"><title>Checkout</title><h1>${told.get("line_items[0][price_data][product_data][name]")}</h1>
      <p>${(cents / 100).toFixed(2)} ${told.get("line_items[0][price_data][currency]")}</p>
      <form method="post"><button name="card" value="good">Pay</button><button name="card" value="declined">Pay with a card that is declined</button></form>`;
  };

  async function answer(
    request: IncomingMessage,
  ): Promise<{ status?: number; to?: string; html?: string; thing?: Thing }> {
    const form = new URLSearchParams(await text(request));
    const [, first, second, id = "", turn] = new URL(request.url ?? "", url).pathname.split("/");
    if (first === "pay") {
      const open = sessions.get(second ?? "");
      if (!open) return { status: 404 };
      if (form.get("card") !== "good" || open.status !== "open") return { html: page(open) };
      pay(open);
      return { status: 303, to: (open.form as URLSearchParams).get("success_url") ?? "" };
    }
    if (request.method === "POST" && request.url === "/v1/checkout/sessions") return { thing: session(form) };
    const [thing, order] =
      second === "checkout"
        ? [sessions.get(turn ?? ""), request.url?.split("/")[5]]
        : [intents.get(id), turn];
    if (!thing) return { status: 404 };
    if (order === "expire") thing.status = "expired";
    if (order === "capture") thing.status = "succeeded";
    if (order === "cancel") thing.status = "canceled";
    return { thing };
  }

  const http = createServer((request, response) => {
    void answer(request).then(({ status = 200, to, html, thing }) => {
      if (to) response.setHeader("Location", to);
      response.setHeader("Content-Type", html ? "text/html; charset=utf-8" : "application/json");
      response
        .writeHead(status)
        .end(html ?? JSON.stringify(thing ?? { error: { type: "invalid_request_error" } }));
    });
  });
  await new Promise<void>((listens) => http.listen(0, "127.0.0.1", listens));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    url,
    payments: () => [...intents.values()].map(({ status }) => status),
    stop: () => http.close(),
  };
}
