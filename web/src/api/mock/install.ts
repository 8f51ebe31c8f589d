/** Puts the pretended server in place of `fetch`. Used by tests and by `vite --mode mock`, never by a real build. */
import { type Answer, makeServer } from "./handle";

export interface MockOptions {
  /** Answers a call instead of the server, or undefined to let it through. */
  instead?: (method: string, url: URL, body: unknown) => Answer | Promise<Answer | undefined> | undefined;
}

export interface Mock {
  /** Every call so far, `GET /v4/...?...`. */
  calls: { method: string; url: URL; body: unknown; headers: Headers }[];
  restore: () => void;
}

export function installMock(options: MockOptions = {}): Mock {
  const real = globalThis.fetch;
  const handle = makeServer();
  const calls: Mock["calls"] = [];
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input), "http://127.0.0.1");
    const method = init.method ?? "GET";
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    calls.push({ method, url, body, headers: new Headers(init.headers) });
    const answer = (await options.instead?.(method, url, body)) ?? handle(method, url, body);
    init.signal?.throwIfAborted();
    return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), {
      status: answer.status,
      headers: { "Content-Type": answer.status < 400 ? "application/json" : "application/problem+json" },
    });
  };
  return {
    calls,
    restore: () => {
      globalThis.fetch = real;
    },
  };
}
