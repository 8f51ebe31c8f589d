/** A room is paid with the points of a member who is signed out by now: the words, and the way to log in and back. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, type LoggedInUser } from "../../api";
import { useI18n } from "../../i18n";
import { ThereAndBack } from "../../shell/ThereAndBack";
import { Notice } from "../../ui";
import { useBooking } from "../BookingProvider";
import { queries } from "../queries";

/** A member who is signed in has the address, too. */
const logInOf = (user: LoggedInUser | null | undefined, own: string | null | undefined) =>
  (user && !(user.account_number && user.account_number === own) && user.login_url) || null;

/** Where the guest logs in; null for the member whom the page knows while they are, undefined while that is asked. */
function useLogIn(): string | null | undefined {
  const { property, query, user } = useBooking();
  const own = user?.account_number;
  const known = logInOf(user, own);
  const { data, isLoading } = useQuery(
    {
      queryKey: ["log-in", property.id],
      // who was signed in when the page was loaded may have been signed out elsewhere
      queryFn: () => api.user(Object.fromEntries(query)),
      enabled: !known,
      gcTime: 0,
      staleTime: 0,
    },
    queries,
  );
  if (known) return known;
  // without a connection nobody knows, and what failed is told as it failed
  return isLoading ? undefined : logInOf(data, own);
}

/** The server has said that the member is away, whoever is signed in: the address is the same for everybody. */
export function LogInAgain() {
  const { t } = useI18n();
  const { user } = useBooking();
  const asked = useLogIn();
  const url = user?.login_url ?? asked;
  return url ? <ThereAndBack href={url}>{t("lbl_log_in")}</ThereAndBack> : null;
}

/** Where a call about points failed. `instead` is for a member who is signed in: then it failed for another reason. */
export function MemberAway({ instead }: { instead: ReactNode }) {
  const { t } = useI18n();
  const url = useLogIn();
  if (url === undefined) return null;
  if (url === null) return instead;
  return (
    <Notice tone="warn" role="alert">
      <p>{t("lbl_member_away")}</p>
      <ThereAndBack href={url}>{t("lbl_log_in")}</ThereAndBack>
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
  const { state, facts } = useBooking();
  const theirs = state.selected.some((room) => room.booked_with_points);
  return theirs && !facts.loggedIn ? <MemberAway instead={null} /> : null;
}
