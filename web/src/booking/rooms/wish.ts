/** What set-rate is asked for. Pure. */
import type { SetRateBody } from "../../api";
import { agesOf, type SearchRoom } from "../search-data";

/** One room for a stay at a rate, at whatever price the server makes for it. */
export function wishFor(stay: SearchRoom, room_type_id: string, rate_code_id: string): SetRateBody {
  const { adults, children } = stay.persons;
  return {
    check_in_date: stay.checkIn,
    check_out_date: stay.checkOut,
    rate_code_id,
    room_type_id,
    package_id: null,
    number_of_adults: adults,
    number_of_children: children,
    children_ages: agesOf(stay.persons).map(String),
    number_of_rooms: 1,
    rate_details: [],
  };
}
