import { useEffect, useRef, useState } from "react";
import { api, type Property } from "../api";
import { hotelNow } from "./clock";

/** How often a page in sight looks whether the hotel's day is over. */
const LOOK_MS = 10_000;

/** The hotel's business day, read anew once the hotel's midnight has passed: tabs are left open. */
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
      if (document.hidden || now === before) return;
      known.current = now;
      api.property(`${id}`, { key: query.get("key"), token: query.get("token") }, true).then(
        (read) => setDay(read.business_day),
        () => {
          known.current = before;
        },
      );
    };
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [id, time_zone, query]);
  return day;
}
