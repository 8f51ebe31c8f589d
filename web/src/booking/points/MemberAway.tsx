/** A room is paid with the points of a member who is not signed in: the words, and the way to log in and back. */
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api";
import { useI18n } from "../../i18n";
import { ThereAndBack } from "../../shell/ThereAndBack";
import { Notice } from "../../ui";
import { useBooking } from "../BookingProvider";
import { queries } from "../queries";

/** The way to log in, for whoever is signed in instead, too: the address is the same for everybody. */
export function LogInAgain() {
  const { t } = useI18n();
  const { property, query, user } = useBooking();
  const { data } = useQuery(
    {
      queryKey: ["log-in", property.id],
      queryFn: () => api.user(Object.fromEntries(query)),
      // it could not be told when the page was loaded
      enabled: !user,
      gcTime: 0,
      staleTime: 0,
    },
    queries,
  );
  const url = (user ?? data)?.login_url;
  return url ? <ThereAndBack href={url}>{t("lbl_log_in")}</ThereAndBack> : null;
}

/** The server has said that the member is away, or the page knows it. */
export function MemberAway() {
  const { t } = useI18n();
  return (
    <Notice tone="warn" role="alert">
      <p>{t("lbl_member_away")}</p>
      <LogInAgain />
    </Notice>
  );
}

/** What was saved was saved as nobody's, or as somebody else's: the member was signed out elsewhere. */
export function MemberLeft({ to }: { to: "nobody" | "another" }) {
  const { t } = useI18n();
  const { state } = useBooking();
  const theirs = state.selected.some((room) => room.booked_with_points);
  const words = to === "another" ? "lbl_member_changed" : "lbl_member_left";
  return (
    <Notice tone="warn" role="alert">
      <p>{t(theirs ? "lbl_member_away" : words)}</p>
      <LogInAgain />
    </Notice>
  );
}

/** After a reload the page knows at once what the order would be refused for. */
export function PointsWithoutMember() {
  const { state, facts, user } = useBooking();
  const theirs = state.selected.some((room) => room.booked_with_points);
  return theirs && user && !facts.loggedIn ? <MemberAway /> : null;
}
