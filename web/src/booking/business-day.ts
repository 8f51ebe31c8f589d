import { useEffect, useRef, useState } from "react";
import { api, type Property } from "../api";
import { hotelNow } from "./clock";
import { nowAndThen } from "./now-and-then";

/** The day by a zone's clock; the hour where the zone is younger than the browser: so it is read once an hour. */
function dayIn(time_zone: string): string {
  const now = new Date(hotelNow());
  try {
    return now.toLocaleDateString("en", { timeZone: time_zone });
  } catch {
    return now.toISOString().slice(0, 13);
  }
}

/** The hotel's business day, read anew once the hotel's midnight has passed. */
export function useBusinessDay(property: Property, query: URLSearchParams): Property["business_day"] {
  const { id, time_zone } = property;
  const [day, setDay] = useState(property.business_day);
  // of the render that shows the day, not of its effect, which may come after midnight
  const known = useRef(dayIn(time_zone));
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
