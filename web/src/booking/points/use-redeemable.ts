/** How many points the member has for this booking: another one, here or in another browser, may have spent some. */
import { useQuery } from "@tanstack/react-query";
import { api, hasCode, type Property } from "../../api";
import { useBooking } from "../BookingProvider";
import { queries } from "../queries";
import { released } from "../rooms/useAvailability";

const place = (property: Property) => ["redeemable", property.id];

/** Asked for wherever they are shown; those of the start until that is answered, and without an answer. */
export function useRedeemable(): number {
  const { property, query, user, facts, state } = useBooking();
  const { selected, outcome } = state;
  const held = outcome?.rooms.length
    ? 0
    : selected.reduce((sum, room) => sum + room.total_redeemed_points, 0);
  const { data } = useQuery(
    {
      queryKey: place(property),
      queryFn: async () => {
        // what is being given back is the member's again
        await released(() => void forgetRedeemable(property));
        const { account_number, member_points } = await api.user(Object.fromEntries(query));
        // whoever was signed out elsewhere has as many as before
        if (!account_number) return queries.getQueryData<number>(place(property)) ?? null;
        // what the chosen rooms hold is not among them
        return (member_points?.redeemable ?? 0) + held;
      },
      enabled: facts.loggedIn && facts.allowRedeemPoints,
      staleTime: 0,
    },
    queries,
  );
  return data ?? user?.member_points?.redeemable ?? 0;
}

/** Lets go of what is known, after some turned out to be gone. */
export const forgetRedeemable = (property: Property) =>
  queries.invalidateQueries({ queryKey: place(property) });

/** Whether a room was refused since no points are left; beside those that the booking holds, or at all. */
export const arePointsGone = (error: unknown): boolean =>
  hasCode(error, "POINTS_GONE") || (hasCode(error, "UNACCEPTABLE") && error.body.redeemable !== undefined);
