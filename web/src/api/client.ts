/**
 * One way to call the server: JSON both ways, 30 seconds at most, every failure an `ApiProblem`.
 *
 * The error popup listens here (`onFailure`); a call that shows its own message passes `quiet: true` and never raises
 * it (ERR-06).
 */
import { ApiProblem, namesField } from "./problem";
import type { ProblemBody } from "./types";

export const REQUEST_TIMEOUT_MS = 30_000;

export interface CallOptions {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
  query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  /** The batch's secret. */
  token?: string | null | undefined;
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
  /** The caller treats the failure itself: no popup. */
  quiet?: boolean;
}

type FailureListener = (problem: ApiProblem) => void;
let listener: FailureListener | null = null;

/** Who hears of failures that are not quiet. Answers the function that takes it off again. */
export function onFailure(hear: FailureListener): () => void {
  listener = hear;
  return () => {
    if (listener === hear) listener = null;
  };
}

let unconverted: (() => void) | null = null;

/** Who hears that nothing can be converted to the guest's currency any more. Answers the function that takes it off. */
export function onUnconverted(hear: () => void): () => void {
  unconverted = hear;
  return () => {
    if (unconverted === hear) unconverted = null;
  };
}

function address(path: string, query: CallOptions["query"]): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

async function problemOf(response: Response, path: string): Promise<ApiProblem> {
  let body: ProblemBody = {};
  try {
    body = (await response.json()) as ProblemBody;
  } catch {
    // not JSON: a proxy's page; the status says enough
  }
  return new ApiProblem(response.status, body, path);
}

/** Calls the server and answers its JSON (`undefined` for 204). Throws `ApiProblem`, or `AbortError` when `signal` fired. */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const headers: Record<string, string> = { Accept: "application/json" };
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  if (options.token) headers.Authorization = `Bearer ${options.token}`;
  if (options.idempotencyKey) headers["Idempotency-Key"] = options.idempotencyKey;
  let problem: ApiProblem;
  try {
    const response = await fetch(address(path, options.query), {
      method: options.method ?? "GET",
      headers,
      // what a guest gives back is free for the next one also where the page goes meanwhile
      keepalive: options.method === "DELETE",
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
    if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
    problem = await problemOf(response, path);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    problem = new ApiProblem(0, {}, path);
  }
  if (options.query?.conversion_currency && namesField(problem, "conversion_currency")) {
    // the rate has become too old since the guest chose: the hotel's own currency says the same (CUR-08)
    unconverted?.();
    return call(path, { ...options, query: { ...options.query, conversion_currency: undefined } });
  }
  if (!options.quiet) listener?.(problem);
  throw problem;
}
