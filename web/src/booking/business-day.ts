import { useEffect, useRef, useState } from "react";
import { api, type Property } from "../api";
import { hotelNow } from "./clock";
import { nowAndThen } from "./now-and-then";

/** The hotel's business day, read anew once the hotel's midnight has passed. */
export function useBusinessDay(property: Property, query: URLSearchParams): Property["business_day"] {
  const { id, time_zone } = property;
  const [day, setDay] = useState(property.business_day);
  const known = useRef<string>(undefined);
  useEffect(() => {
    const dayThere = () => {
      const now = new Date(hotelNow());
      try {
        return now.toLocaleDateString("en", { timeZone: time_zone });
      } catch {
        // a zone that is younger than the browser: read once an hour instead
        return now.toISOString().slice(0, 13);
      }
    };
    known.current ??= dayThere();
    const look = () => {
      const before = known.current;
      const now = dayThere();
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
