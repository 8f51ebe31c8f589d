/** What the guest agrees to: cancelling, deposit and guarantee of each chosen room (GUEST-02, GUEST-03, GUEST-26). */
import { useId, useState } from "react";
import type { SelectedRoom } from "../../api";
import { useI18n } from "../../i18n";
import { Checkbox, Own, Tabs } from "../../ui";
import { useBooking } from "../BookingProvider";
import { CancellationText } from "../Cancellation";
import { useCompanyOf } from "../company-pays";
import { useNumbered } from "../numbered";
import { useGuaranteeName } from "../payment/guarantee-name";
import { sharedTerms } from "../payment/shared-terms";
import { TermsOfRooms } from "../payment/TermsOfRooms";
import type { Planned } from "../payment/use-order";

export const AGREE_ID = "guest-agree";

export interface PoliciesProps {
  rooms: readonly SelectedRoom[];
  planned: Planned;
  /** Nothing is paid with the booking: for what is due now the hotel asks itself. */
  asked: boolean;
  agreed: boolean;
  /** What is agreed to is on its way to the server. */
  busy: boolean;
  onAgree: (agreed: boolean) => void;
  error: string | undefined;
}

export function Policies({ rooms, planned, asked, agreed, busy, onAgree, error }: PoliciesProps) {
  const { t, rich } = useI18n();
  const { property } = useBooking();
  const numbered = useNumbered();
  const panel = useId();
  const [shown, setShown] = useState("");
  const room = rooms.find((entry) => entry.session_id === shown) ?? rooms[0];
  if (!room) return null;
  const terms = (
    <a href={property.terms_url} target="_blank" rel="noopener noreferrer">
      {t("lbl_terms_of_house")}
    </a>
  );
  return (
    <fieldset>
      <legend>{t("lbl_agree_section")}</legend>
      {rooms.length > 1 && (
        <Tabs
          label={t("lbl_policy_of_room")}
          controls={panel}
          value={room.session_id}
          onChange={setShown}
          tabs={rooms.map((entry) => ({
            value: entry.session_id,
            label: numbered(entry),
          }))}
        />
      )}
      <div className="pol">
        {/* around the list: as a panel it would be none any more, and its terms and conditions nobody's */}
        <div id={panel} {...(rooms.length > 1 && { role: "tabpanel", "aria-label": numbered(room) })}>
          <dl>
            <RoomPolicies room={room} planned={planned} asked={asked} />
          </dl>
        </div>
        <AllTerms rooms={rooms} />
        <div className="agree">
          <Checkbox id={AGREE_ID} checked={agreed} readOnly={busy} onChange={onAgree} error={error}>
            {rich("lbl_agree_terms", { terms })}
          </Checkbox>
        </div>
      </div>
    </fieldset>
  );
}

/** What cancelling costs of every room, where it differs: one tick is for all of them, and tabs show one. */
function AllTerms({ rooms }: { rooms: readonly SelectedRoom[] }) {
  const { t } = useI18n();
  const { currency } = useBooking();
  const heading = useId();
  const shared = sharedTerms(rooms, currency);
  if (shared.length < 2) return null;
  return (
    <section className="all-terms" aria-labelledby={heading}>
      <h2 id={heading}>{t("lbl_cancelling_by_room")}</h2>
      {shared.map((terms) => (
        <div key={terms.rooms[0]?.session_id}>
          <TermsOfRooms {...terms} currency={currency} />
        </div>
      ))}
    </section>
  );
}

function RoomPolicies({
  room,
  planned,
  asked,
}: Pick<PoliciesProps, "planned" | "asked"> & { room: SelectedRoom }) {
  const { t, money, day, anyOf } = useI18n();
  const { property, names, currency } = useBooking();
  const today = property.business_day.date;
  const name = useGuaranteeName();
  const company = useCompanyOf()(room);
  // of a change only what is not paid or asked for already
  const change = room.stay_change;
  const later = room.deposit_schedules.filter(({ date }) => date > today);
  const now = change && change.due_now > 0 ? [{ date: today, amount: change.due_now }] : [];
  const deposits = change ? [...now, ...later] : room.deposit_schedules;
  const dueNow = change ? change.due_now : (room.profile_taxes?.due_now ?? 0);
  const policy = room.cancellation_policy;
  const guarantee = () => {
    // the rooms beside it are guaranteed by themselves
    if (company) return t("lbl_guarantee_none");
    if (planned.status !== "ready") return t("lbl_guarantee_later");
    const { plan } = planned;
    if (plan.kind === "PASS") return plan.type ? name(plan.type) : t("lbl_guarantee_none");
    const types = plan.types.filter((type) => room.guarantee_type_ids.includes(type.id));
    const list = (types.length > 0 ? types : plan.types).map(name);
    return t("lbl_guarantee_by", { types: anyOf(list) });
  };
  return (
    <>
      <div>
        <dt>{t("lbl_policy_cancelling")}</dt>
        <dd className="cancelling">
          <CancellationText
            cancellation={room.cancellation}
            currency={currency}
            arrival={room.check_in_date}
            added={room.chosen_addons.length > 0}
            company={company}
          />
          {policy?.description && (
            <Own className="as-written">
              {names.field("CANCELLATION_POLICY", policy.id, "description", policy.description)}
            </Own>
          )}
          <p className="quiet">{t("lbl_hotel_time")}</p>
        </dd>
      </div>
      <div>
        <dt>{t("lbl_policy_deposit")}</dt>
        <dd>
          {company && <p>{t("lbl_paid_by_company", { company })}</p>}
          {deposits.length === 0 && !company && (
            <p>{t(change ? "lbl_due_now_nothing" : "lbl_deposit_none")}</p>
          )}
          {deposits.map((deposit) => {
            const amount = money(deposit.amount, currency);
            return (
              <p key={deposit.date}>
                <b>
                  {deposit.date <= today
                    ? t("lbl_deposit_today", { amount })
                    : t("lbl_deposit_on", { amount, date: day(deposit.date, "weekday") })}
                </b>
              </p>
            );
          })}
          {asked && dueNow > 0 && <p>{t("lbl_hotel_asks_for_it")}</p>}
        </dd>
      </div>
      <div>
        <dt>{t("lbl_policy_guarantee")}</dt>
        <dd>{guarantee()}</dd>
      </div>
    </>
  );
}
