import { useEffect, useRef, useState } from "react";
import { api, type Property } from "../api";
import { hotelNow } from "./clock";
import { nowAndThen } from "./now-and-then";

/** The day by a zone's clock; the hour where the zone is younger than the browser: so it is read at first and every hour. */
function dayIn(time_zone: string): string {
  const now = new Date(hotelNow());
  try {
    // Swedes write 2026-11-21
    return now.toLocaleDateString("sv", { timeZone: time_zone });
  } catch {
    return now.toISOString().slice(0, 13);
  }
}

/** The hotel's business day, read anew once the hotel's midnight has passed. */
export function useBusinessDay(property: Property, query: URLSearchParams): Property["business_day"] {
  const { id, time_zone } = property;
  const [day, setDay] = useState(property.business_day);
  // what was answered, not what a clock says once it is shown, which may be after midnight. Of a server whose clock is set
  // to another day it is read once more
  const known = useRef(day.date);
  useEffect(() => {
    const look = () => {
      const before = known.current;
      const now = dayIn(time_zone);
      if (now === before) return;
      known.current = now;
      api.property(`${id}`, { key: query.get("key"), token: query.get("token") }, true).then(
        (read) => setDay(read.business_day),
        () => {
          known.current = before;
        },
      );
    };
    return nowAndThen(look);
  }, [id, time_zone, query]);
  return day;
}
