import { useEffect, useState } from "react";
import type { SelectedRoom } from "../../api";

const KEY = "portico.addons.session";

/** Which of the rooms is dealt with, from 0. A reload comes back to it; who opens the step begins with the first. */
export function useRoomAt(rooms: readonly SelectedRoom[]): [number, (at: number) => void] {
  const [at, setAt] = useState(() => {
    const kept = recall();
    return Math.max(
      0,
      rooms.findIndex((room) => room.session_id === kept),
    );
  });
  const here = Math.min(at, rooms.length - 1);
  const session = rooms[here]?.session_id;
  useEffect(() => {
    keep(session);
    return () => keep(undefined);
  }, [session]);
  return [here, setAt];
}

function recall(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(session: string | undefined): void {
  try {
    if (session) sessionStorage.setItem(KEY, session);
    else sessionStorage.removeItem(KEY);
  } catch {
    // storage is full or forbidden: a reload begins with the first
  }
}
