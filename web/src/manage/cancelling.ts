/**
 * What a guest is cancelling in this tab: rooms, and after them, one after the other, what goes along. The tab keeps it
 * until it is known what became of it. A reload or a lost answer leaves that open, and it is told as soon as it shows.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { FoundExtra, FoundReservation } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { forgetInTab, keepInTab, recallInTab } from "../booking/in-tab";
import { useListed } from "../booking/listed";
import { useI18n } from "../i18n";
import { useRoomWords } from "./AlsoRooms";
import { forgetChosen } from "./chosen";
import { CANCEL, FORM } from "./closed";
import { useReservation } from "./reservation";
import { takeUntold } from "./untold";

interface Cancelling {
  rooms: readonly string[];
  /** Numbers of activities and events. */
  too: readonly string[];
}

const place = (property: number) => `portico.being-cancelled.${property}`;

/** What is not known to be done, nor not to be. */
export const inDoubt = (property: number): readonly Cancelling[] =>
  recallInTab<Cancelling[]>(place(property)) ?? [];

function keep(property: number, doubted: readonly Cancelling[]): void {
  if (doubted.length > 0) keepInTab(place(property), doubted);
  else forgetInTab(place(property));
}

/** What the page itself is at still, wherever its guest is by then: a reload ends that, another screen does not. */
export const atWork = new Set<Cancelling>();
const listeners = new Set<() => void>();
const changed = () => {
  for (const hear of listeners) hear();
};
const listen = (hear: () => void) => {
  listeners.add(hear);
  return () => void listeners.delete(hear);
};
export const useAtWork = (): boolean => useSyncExternalStore(listen, () => atWork.size > 0);

/** `act` answers whether it is known now what became of it. */
export async function whileCancelling(
  property: number,
  cancelling: Cancelling,
  act: () => Promise<boolean>,
): Promise<void> {
  const within = ({ rooms }: Cancelling) => rooms.every((number) => cancelling.rooms.includes(number));
  const same = (one: Cancelling) => within(one) && one.rooms.length === cancelling.rooms.length;
  keep(property, [...inDoubt(property).filter((one) => !same(one)), cancelling]);
  atWork.add(cancelling);
  changed();
  try {
    if (await act())
      keep(
        property,
        inDoubt(property).filter((one) => !within(one)),
      );
  } finally {
    atWork.delete(cancelling);
    changed();
  }
}

/** Whether none of these rooms stands any more. */
export function areCancelled(now: FoundReservation | FoundExtra, numbers: readonly string[]): boolean {
  if ("extra" in now) return false;
  const rooms = roomsOf(now);
  return numbers.every((number) =>
    rooms.some(({ conf_num, status }) => conf_num === number && status === "CANCELLED"),
  );
}

const roomsOf = (found: FoundReservation): readonly { conf_num: string; status: string }[] =>
  found.rooms.length > 0
    ? found.rooms
    : [{ conf_num: found.conf_num, status: found.reservation_details.status }];

/** Whether an answer about some of its rooms was never heard. */
export const isInDoubt = (property: number, found: FoundReservation): boolean =>
  inDoubt(property).some((one) =>
    one.rooms.some((number) => roomsOf(found).some(({ conf_num }) => conf_num === number)),
  );

/** What is said once these rooms are cancelled, with the names of what still stands of what was to go along, and of what may. */
export function useCancelledWords(found: FoundReservation | null) {
  const { t } = useI18n();
  const { name } = useRoomWords(found);
  const listed = useListed();
  return (numbers: readonly string[], left: readonly string[], unknown: readonly string[] = []): string => {
    const rooms = found ? roomsOf(found) : [];
    const gone = rooms.filter(({ conf_num }) => numbers.includes(conf_num));
    const some = rooms.some((room) => room.status !== "CANCELLED" && !gone.includes(room));
    return [
      left.length === 0 && t("lbl_cancel_done"),
      some && t("lbl_rooms_named_cancelled", { rooms: listed(gone.map(({ conf_num }) => name(conf_num))) }),
      left.length > 0 && !some && t("lbl_stay_cancelled"),
      left.length > 0 && t("lbl_cancel_too_failed", { names: listed(left) }),
      unknown.length > 0 && t("lbl_cancel_too_unknown", { names: listed(unknown) }),
    ]
      .filter(Boolean)
      .join(" ");
  };
}

/**
 * Tells what was in doubt once it shows that it is done, and what of it is still booked. `over`: the screen of cancelling
 * gives way to that, for the room that is next there is not one that the guest has chosen.
 */
export function useCancelledHalfway(path: string): { telling: boolean; over: boolean } {
  const { property } = useBooking();
  const { found, look, tell } = useReservation();
  const words = useCancelledWords(found);
  const busy = useAtWork();
  const wasBusy = useRef(busy);
  const [over, setOver] = useState(false);
  const doubted = inDoubt(property.id);
  // the form gives way to what is found there, and what is told on it would go along with it
  const shows = found !== null && !busy && path !== FORM;
  const done = shows ? doubted.filter(({ rooms }) => areCancelled(found, rooms)) : [];
  const telling = done.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end
  useEffect(() => {
    if (busy) wasBusy.current = true;
    if (busy || !wasBusy.current) return;
    wasBusy.current = false;
    // begun where the guest had left these screens before its end: nobody was there to hear it
    const untold = takeUntold(property.id);
    if (!untold) return;
    tell({ ...untold, at: path });
    void look();
  }, [busy, property.id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what is found
  useEffect(() => {
    if (path !== CANCEL) {
      setOver(false);
      forgetChosen(property.id);
    }
    if (!found || !telling) return;
    keep(
      property.id,
      doubted.filter((one) => !done.includes(one)),
    );
    const too = done.flatMap((one) => one.too);
    const left = found.extras.filter(
      ({ conf_num, extra }) => too.includes(conf_num) && extra.status !== "CANCELLED",
    );
    const text = words(
      done.flatMap(({ rooms }) => rooms),
      left.map(({ extra }) => extra.name),
    );
    tell({ text, at: path, of: found.conf_num, done: left.length === 0, refusal: left.length > 0 });
    setOver(path === CANCEL);
  }, [found, telling, path]);
  return { telling, over };
}
