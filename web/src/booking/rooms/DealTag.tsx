import type { Availability, RateOffer } from "../../api";
import { useI18n } from "../../i18n";
import { Notice, Own, Tag } from "../../ui";
import { useBooking } from "../BookingProvider";
import { companyOfOffers } from "../company-pays";
import { isLowered } from "../deal";

/** What the guest's code brings here: the promotion, the company and who pays, or the group (ROOMS-05). */
export function DealTag({ answer }: { answer: Availability | undefined }) {
  const { t } = useI18n();
  const { state } = useBooking();
  const { deal } = state;
  if (!deal) return null;
  if (answer && deal.kind === "promo" && !answer.discount) {
    // what was agreed for nights that stay is agreed
    const kept = state.profile?.existing_reservation?.discount?.id === deal.id;
    return (
      <Notice tone="warn" role="status">
        {t(kept ? "lbl_promo_not_for_change" : "lbl_promo_not_for_stay", { code: deal.code })}
      </Notice>
    );
  }
  if (answer && deal.kind === "group" && !answer.group_block.id) {
    return (
      <Notice tone="warn" role="status">
        {t("lbl_no_group_code_found")}
      </Notice>
    );
  }
  // in the guest's language, which may be another one than when the code was typed
  const { discount, company, group_block } = answer ?? {};
  const name = discount?.name ?? company?.name ?? group_block?.group_name ?? deal.name;
  const payer = companyOfOffers(deal, answer);
  return (
    <p className="deal">
      <Tag tone="accent">
        <bdi>{deal.code}</bdi> · <Own as="span">{name}</Own>
      </Tag>
      {payer && <Tag tone="good">{t("lbl_paid_by_company", { company: payer })}</Tag>}
    </p>
  );
}

/** On what the guest's code lowers. Nights that a changed stay keeps may be lowered without it. */
export function WithCode({ answer, rates }: { answer: Availability; rates: readonly RateOffer[] }) {
  const { t } = useI18n();
  const { deal } = useBooking().state;
  if (!deal || (deal.kind === "promo" && !answer.discount) || !rates.some(isLowered)) return null;
  return <Tag tone="good">{t("lbl_with_code", { code: deal.code })}</Tag>;
}
