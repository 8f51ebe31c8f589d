/** What stands behind the guests of the further rooms: who is given, what is wrong, and keeping what is typed. */
import { useState } from "react";
import { ApiProblem, type Guest, type SelectedRoom } from "../../api";
import { useI18n } from "../../i18n";
import { useBooking } from "../BookingProvider";
import type { SummaryLine } from "./ErrorSummary";
import { FALLBACK_RULES, type GuestField } from "./fields";
import { type ByRoom, checkOwn, isGiven, type OwnGuest, ownFields, ownGuest } from "./own-guests";
import type { Contact } from "./use-contact";
import { type FormProblems, problemsOfServer } from "./validate";
import { useFieldWords } from "./words";

const NOTHING: ReadonlySet<string> = new Set();

/** Where focus goes for a field. */
export const ownFieldId = (room: number, name: GuestField) => `guest-${room}-${name}`;

/** Asked as the first guest is, by the rules of their country. */
export function useRoomGuests({ form, tried, lead }: Contact) {
  const { t } = useI18n();
  const { state, dispatch } = useBooking();
  const [left, setLeft] = useState(NOTHING);
  const [refused, setRefused] = useState<ByRoom<FormProblems>>({});
  const rules = form?.rules ?? FALLBACK_RULES;
  const words = useFieldWords(rules);
  const fields = form ? ownFields(form.plan) : [];
  const rooms = state.selected.slice(1);
  const { own_guests = false, room_guests = {} } = state.guestDraft;
  const on = own_guests && rooms.length > 0;
  const typed = (room: SelectedRoom): OwnGuest => room_guests[room.room_no] ?? {};
  const wrong = (room: SelectedRoom): FormProblems => ({
    ...refused[room.room_no],
    ...checkOwn(typed(room), fields, rules),
  });
  const problems = (on ? rooms : []).flatMap((room) => {
    const found = wrong(room);
    return fields.flatMap(({ name }) =>
      found[name] ? [{ room: room.room_no, name, problem: found[name] }] : [],
    );
  });
  const lines: SummaryLine[] = problems.map(({ room, name, problem }) => ({
    target: ownFieldId(room, name),
    field: t("lbl_of_room", { what: words.label(name), number: room }),
    problem: problem.kind === "REQUIRED" ? "" : words.short(problem),
  }));
  return {
    rooms,
    on,
    fields,
    words,
    lines,
    typed,
    /** What is wrong with a field, when it is to be shown now. */
    errorOf(room: number, name: GuestField): string | undefined {
      const found = problems.find((one) => one.room === room && one.name === name);
      const shown = tried || left.has(ownFieldId(room, name)) || refused[room]?.[name];
      return found && shown ? words.long(name, found.problem) : undefined;
    },
    turn: (own_guests: boolean) => dispatch({ type: "GUEST_DRAFT", change: { own_guests } }),
    type(room: SelectedRoom, change: OwnGuest) {
      const guests = { ...room_guests, [room.room_no]: { ...typed(room), ...change } };
      dispatch({ type: "GUEST_DRAFT", change: { room_guests: guests } });
      setRefused((before) => ({ ...before, [room.room_no]: {} }));
    },
    leave: (room: number, name: GuestField) =>
      setLeft((before) => new Set(before).add(ownFieldId(room, name))),
    /** The rooms that have a guest of their own. */
    given: (first: Guest): { room: SelectedRoom; guest: Guest }[] =>
      (on ? rooms : [])
        .filter((room) => isGiven(typed(room)))
        .map((room) => ({ room, guest: ownGuest(first, typed(room)) })),
    /** Counts what is wrong, without what the server had against it before. */
    check(): number {
      setRefused({});
      const found = (on ? rooms : []).map((room) => Object.keys(checkOwn(typed(room), fields, rules)).length);
      return found.reduce((sum, count) => sum + count, 0);
    },
    /** Shows what the server has against single fields; false when it names none. */
    refuse(room: SelectedRoom, error: unknown): boolean {
      const errors = error instanceof ApiProblem ? (error.body.errors ?? []) : [];
      const named = problemsOfServer(errors, { person: fields, address: [], remarks: null });
      setRefused({ [room.room_no]: named });
      if (Object.keys(named).length === 0) return false;
      lead();
      return true;
    },
  };
}

export type RoomGuestsForm = ReturnType<typeof useRoomGuests>;
