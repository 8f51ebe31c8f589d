import type { ProblemBody, ProblemCode } from "./types";

/** A call that failed: the server's problem, or `status` 0 when no answer came (offline, time-out). */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly status: number;
  readonly body: ProblemBody;
  /** Path of the call, without the query, for the rules on which failures raise the popup. */
  readonly path: string;

  constructor(status: number, body: ProblemBody, path: string) {
    super(body.message ?? body.detail ?? body.title ?? "");
    this.status = status;
    this.body = body;
    this.path = path;
  }

  /** The machine-readable code, for instance `PRICE_CHANGED`. */
  get code(): ProblemCode | undefined {
    return this.body.code;
  }
}

/** True for a failure with that code: `hasCode(error, "PRICE_CHANGED")`. */
export function hasCode(error: unknown, ...codes: ProblemCode[]): error is ApiProblem {
  return error instanceof ApiProblem && error.code !== undefined && codes.includes(error.code);
}

/** True for a failure that speaks of that field of the question. */
export function namesField(error: unknown, name: string): boolean {
  return error instanceof ApiProblem && Boolean(error.body.errors?.some(({ field }) => field === name));
}
