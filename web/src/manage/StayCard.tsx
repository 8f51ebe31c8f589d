/** The stay as it was agreed: room, days, people, and what it costs and brings (MANAGE-14). */
import { type ReactNode, useEffect, useRef } from "react";
import type { FoundReservation } from "../api";
import { AddedToRoom } from "../booking/AddedToRoom";
import { useBooking } from "../booking/BookingProvider";
import { useDues } from "../booking/confirmation/dues";
import { whyFixed } from "../booking/editing/fixed";
import { useStayWords } from "../booking/stay-words";
import { useI18n } from "../i18n";
import { Button, Money, Own, Picture } from "../ui";
import type { Act } from "./act";
import { isThere, RefundNote } from "./RefundNote";

export function StayCard({ found, edit }: { found: FoundReservation; edit: Act }) {
  const { t, day, time } = useI18n();
  const { property: raw, names } = useBooking();
  const words = useStayWords();
  const property = names.property(raw);
  const { reservation_details: stay, stay_modification_allowed, stay_fixed } = found;
  const type = raw.room_types.find((entry) => entry.id === stay.room_type.id);
  const picture = type && names.roomType(type).images[0];
  const fixed = whyFixed(stay_fixed);
  const lines = usePaidLines(found);
  const name = useRef<HTMLHeadingElement>(null);
  const shown = useRef(found.conf_num);
  // of another room of the booking its button is gone: the focus goes on to what it showed, wherever that stands, unless
  // the guest has taken it elsewhere meanwhile
  useEffect(() => {
    if (shown.current === found.conf_num) return;
    shown.current = found.conf_num;
    if (document.activeElement?.contains(name.current)) name.current?.focus();
  }, [found.conf_num]);
  return (
    <section className="card stay" aria-labelledby="stay-title">
      {picture && <Picture {...picture} sizes="(max-width: 48rem) 100vw, 17rem" first />}
      <div className="words">
        <div className="hd">
          <p className="over" id="stay-title">
            {t("lbl_stay_details")}
          </p>
          {stay.status === "HOLD" && stay_modification_allowed && (
            <Button look="bare" busy={edit.busy} onClick={() => void edit.begin()}>
              {t("lbl_edit_details")}
              <span className="vh">: {t("lbl_stay_details")}</span>
            </Button>
          )}
        </div>
        <Own as="h2" className="serif" ref={name} tabIndex={-1}>
          {names.room(stay.room_type.id, stay.room_type.name)}
        </Own>
        <p className="quiet">
          {[
            stay.package_id && names.field("PACKAGE", stay.package_id, "name", stay.package_name ?? ""),
            names.rate(stay.rate_code_id, stay.rate_code_name),
            stay.room_unit_number && t("lbl_unit", { number: stay.room_unit_number }),
            (stay.discount ?? stay.company)?.name ?? stay.group_block.group_name,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        <div className="three">
          <Fact label={t("lbl_check_in")} small={t("lbl_from_clock", { time: time(property.check_in_time) })}>
            {day(stay.check_in_date, "weekday")}
          </Fact>
          <Fact
            label={t("lbl_check_out")}
            small={t("lbl_until_clock", { time: time(property.check_out_time) })}
          >
            {day(stay.check_out_date, "weekday")}
          </Fact>
          <Fact label={t("lbl_guests")} small={t("lbl_nights", { count: stay.no_of_nights })}>
            {words.guests(stay)}
          </Fact>
        </div>
        <AddedToRoom addons={stay.chosen_addons} stay={stay} />
        <p className="whole">
          <span>{t("lbl_stay_total")}</span>
          <Money amount={stay.total_for_stay} currency={stay.currency} />
        </p>
        {stay.mop === "COMPANY" && stay.company && (
          <p className="whole paid">{t("lbl_paid_by_company", { company: stay.company.name })}</p>
        )}
        {lines.map(([label, amount]) => (
          <p className="whole paid" key={label}>
            <span>{label}</span>
            <Money amount={amount} currency={stay.currency} />
          </p>
        ))}
        {!stay.cancellation && <RefundNote refunds={stay.refunds} currency={stay.currency} />}
        {stay.points_to_come > 0 && (
          <p className="whole paid">
            <span>{t("lbl_points_to_come")}</span>
            <span>{t("lbl_points_count", { count: stay.points_to_come })}</span>
          </p>
        )}
        {fixed && <p className="small quiet fixed">{t(fixed)}</p>}
      </div>
    </section>
  );
}

/** What pays it, as its confirmation says; of a cancelled stay only what was paid: what became of that stands beside it. */
function usePaidLines({ reservation_details: stay, payment_link }: FoundReservation): [string, number][] {
  const { t } = useI18n();
  const dues = useDues();
  const points = stay.points_used;
  if (stay.status === "CANCELLED") {
    const used = t("lbl_paid_with_points", { points: t("lbl_points_count", { count: points }) });
    const lines: [string, number][] = [
      [used, stay.dues.paid_with_points],
      [t("lbl_paid"), stay.paid_amount],
    ];
    return lines.filter(([, amount]) => amount > 0);
  }
  const byCompany = stay.mop === "COMPANY";
  if (byCompany && !stay.dues.stay_change) return [];
  // what no card has paid was paid by the link, waits for it, or is the hotel's to ask for
  const byLink = !stay.dues.stay_change && stay.paid_amount > stay.dues.charged_now ? "lbl_paid" : null;
  const unpaid = t(payment_link ? "lbl_due_now" : (byLink ?? "lbl_due_now_asked"));
  return dues(
    { ...stay.dues, points, byCompany, currency: stay.currency, refunded: isThere(stay.refunds) },
    { charged: t("lbl_paid"), unpaid },
    false,
  );
}

function Fact({ label, small, children }: { label: string; small: string; children: ReactNode }) {
  return (
    <div>
      <small>{label}</small>
      <b>{children}</b>
      <small>{small}</small>
    </div>
  );
}
