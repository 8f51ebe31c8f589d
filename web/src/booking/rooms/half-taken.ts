/**
 * Rooms that are being taken together, kept for this tab until all of them are in the booking or given back: their batch is
 * nobody's yet, and a reload or a lost connection would leave them held.
 */
import { ApiProblem, api, type BatchAccess } from "../../api";
import { forgetInTab, keepInTab, recallInTab } from "../in-tab";

export interface HalfTaken {
  batch: BatchAccess;
  /** All that a room was asked for: of the last one nobody may know. */
  sessions: string[];
}

const place = (property: number) => `portico.together.${property}`;

export const keepHalfTaken = (property: number, half: HalfTaken): void => keepInTab(place(property), half);

/** All of them are taken. */
export const forgetHalfTaken = (property: number): void => forgetInTab(place(property));

/** Gives back these, or those that were kept; what nobody answers stays kept. Whether there were any. */
export async function giveBackHalfTaken(
  property: number,
  half = recallInTab<HalfTaken>(place(property)),
): Promise<boolean> {
  if (!half) return false;
  const { batch, sessions } = half;
  const given = await Promise.allSettled(sessions.map((session) => api.clearRate(property, batch, session)));
  const unheard = ({ reason }: PromiseRejectedResult) => reason instanceof ApiProblem && reason.status === 0;
  if (!given.some((call) => call.status === "rejected" && unheard(call))) forgetHalfTaken(property);
  return true;
}
