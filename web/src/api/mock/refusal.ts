import contract from "../../../../api/openapi.json";
import type { ProblemCode } from "../types";

const refusals = contract.components.schemas.RefusalCode["x-refusals"];

export interface Refusal {
  status: number;
  body: { type: string; title: string; status: number; code: ProblemCode; label: string; message: string };
}

/** What the server refuses with, word for word as in the contract; `more` is what some codes add. */
export function refusal(
  code: ProblemCode,
  more: Record<string, unknown> & { code?: never; status?: never; label?: never; message?: never } = {},
): Refusal {
  const { status, label, title } = refusals[code];
  const type = `urn:portico:problem:${code}`;
  return { status, body: { type, title, status, code, label, message: title, ...more } };
}
