import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api";
import { useI18n } from "../../i18n";
import { forgetOnLeaving } from "../../shell/leaving";
import { ThereAndBack } from "../../shell/ThereAndBack";
import { Notice } from "../../ui";
import { useBooking } from "../BookingProvider";
import { hasOpenOrder, hasOpenSideOrder } from "../payment/ordered";
import { useRedeemable } from "../points/use-redeemable";
import { queries } from "../queries";
import "./user-menu.css";

/** The member's points and links, loaded when the menu is opened (HEAD-08, HEAD-10, POINTS-01). */
export default function UserMenu() {
  const { t } = useI18n();
  const { property, query, user } = useBooking();
  const redeemable = useRedeemable();
  const { data } = useQuery(
    {
      queryKey: ["log-out", property.id],
      queryFn: () => api.user(Object.fromEntries(query)),
      gcTime: 0,
      staleTime: 0,
    },
    queries,
  );
  if (!user) return null;
  const { member_points, profile_management_url } = user;
  // the way out is that of a session: the member may have logged in anew in another tab
  const { logout_url } = data?.account_number === user.account_number ? data : user;
  return (
    <ul className="user-menu">
      {member_points && user.allow_redeem_points && (
        <li className="points">
          {t("lbl_you_have_points", { points: t("lbl_points_count", { count: redeemable }) })}
        </li>
      )}
      {profile_management_url && (
        <li>
          <a href={profile_management_url}>{t("lbl_manage_profile")}</a>
        </li>
      )}
      {logout_url && (
        <li>
          <LogOut url={logout_url} />
        </li>
      )}
    </ul>
  );
}

/** The way out takes along all that could tell how an order ended: whoever does not know yet is told so first. */
function LogOut({ url }: { url: string }) {
  const { t } = useI18n();
  const { property, state } = useBooking();
  const [asked, setAsked] = useState(false);
  const out = (words: string) => (
    <ThereAndBack href={url} onLeave={forgetOnLeaving}>
      {words}
    </ThereAndBack>
  );
  if (!hasOpenOrder(state) && !hasOpenSideOrder(property.id)) return out(t("lbl_log_out"));
  return (
    <>
      <button type="button" className="out" aria-expanded={asked} onClick={() => setAsked(!asked)}>
        {t("lbl_log_out")}
      </button>
      {asked && (
        <>
          <Notice tone="warn" role="alert">
            {t("lbl_log_out_order")}
          </Notice>
          {out(t("lbl_log_out_anyway"))}
        </>
      )}
    </>
  );
}
