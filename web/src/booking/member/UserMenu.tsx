import { useI18n } from "../../i18n";
import { forgetOnLeaving } from "../../shell/leaving";
import { ThereAndBack } from "../../shell/ThereAndBack";
import { useBooking } from "../BookingProvider";
import { useRedeemable } from "../points/use-redeemable";

/** The member's points and links, loaded when the menu is opened (HEAD-08, HEAD-10, POINTS-01). */
export default function UserMenu() {
  const { t } = useI18n();
  const { user } = useBooking();
  const redeemable = useRedeemable();
  if (!user) return null;
  const { member_points, profile_management_url, logout_url } = user;
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
          <ThereAndBack href={logout_url} onLeave={forgetOnLeaving}>
            {t("lbl_log_out")}
          </ThereAndBack>
        </li>
      )}
    </ul>
  );
}
