import type { ConfirmedRoom } from "../../api";
import { useI18n } from "../../i18n";
import { Money, Own, Picture } from "../../ui";
import { AddedToRoom } from "../AddedToRoom";
import { useBooking } from "../BookingProvider";
import { CancellationText } from "../Cancellation";
import { useDealName } from "../deal-name";
import { lastFour } from "../payment/guarantee";
import { useStayWords } from "../stay-words";
import { NoDetails, useDetails } from "./Act";
import { useDues } from "./dues";

export interface RoomCardProps {
  room: ConfirmedRoom;
  /** Place among the rooms, from 1. */
  number: number;
  of: number;
  /** Addresses of its letter and its calendar file. */
  papers: { letter: string; calendar: string };
}

/** One confirmed room: when, who, what is due, until when cancelling is free. */
export function RoomCard({ room, number, of, papers }: RoomCardProps) {
  const { t, day, time } = useI18n();
  const words = useStayWords();
  const details = useDetails();
  const dues = useDues();
  const { property, names, state } = useBooking();
  const type = property.room_types.find((entry) => entry.id === room.room_type_id);
  const picture = type && names.roomType(type).images[0];
  const rate = state.selected.find((entry) => entry.rate.name === room.rate_code_name)?.rate_code_id;
  // once its guest has come, or did not, nothing keeps it any more and nothing cancels it
  const awaited = room.status === "HOLD";
  const guarantee = awaited && room.guarantee_description ? room.guarantee_type_id : null;
  const name = names.room(room.room_type_id, room.room_type_name);
  const digits = lastFour(room.charged_card_number ?? undefined);
  const change = room.stay_change;
  const deal = room.discount ?? room.company;
  const group = room.group_block.group_name;
  // named in the guest's language while the search is remembered
  const ownName = useDealName();
  const dealName = state.deal && (deal?.id === state.deal.id || group) ? ownName : (deal?.name ?? group);
  const facts = [
    room.package_id ? names.field("PACKAGE", room.package_id, "name", room.package_name ?? "") : "",
    rate ? names.rate(rate, room.rate_code_name) : room.rate_code_name,
    words.guests({ adults: room.number_of_adults, children: room.number_of_children }),
    room.room_unit_number ? t("lbl_unit", { number: room.room_unit_number }) : "",
    dealName ?? "",
    of > 1 ? t("lbl_for_guest", { name: `${room.first_name} ${room.last_name}` }) : "",
  ];
  // the card is charged with the order; what is due without one is paid by a link, or when the hotel asks
  const charged = digits && room.charged_now ? t("lbl_charged_now_card", { digits }) : t("lbl_charged_now");
  const byLink = room.payment_link?.status === "EXECUTED" ? "lbl_pay_link_paid" : "lbl_due_now";
  const unpaid = t(room.payment_link ? byLink : "lbl_due_now_asked");
  const byCompany = room.mop === "COMPANY";
  const owes = { ...room, points: room.total_redeemed_points, byCompany };
  return (
    <section className="card stay-card" aria-label={`${name} ${room.confirmation_no}`}>
      {picture && <Picture {...picture} sizes="(max-width: 48rem) 100vw, 40rem" first={number === 1} />}
      <div className="words">
        <Own as="h2" className="serif">
          {name}
        </Own>
        <p className="quiet">{facts.filter(Boolean).join(" · ")}</p>
        {of > 1 && (
          <p className="of-number">
            {t("lbl_confirmation_number")} <bdi dir="ltr">{room.confirmation_no}</bdi>
          </p>
        )}
        <div className="dates">
          <div>
            <small>{t("lbl_check_in")}</small>
            <b>{day(room.check_in_date, "weekday")}</b>
            <small>{t("lbl_from_clock", { time: time(property.check_in_time) })}</small>
          </div>
          <div>
            <small>{t("lbl_check_out")}</small>
            <b>{day(room.check_out_date, "weekday")}</b>
            <small>{t("lbl_until_clock", { time: time(property.check_out_time) })}</small>
          </div>
        </div>
        <AddedToRoom addons={room.chosen_addons} stay={room} />
        {room.transportations.length > 0 && (
          <dl className="small rides">
            {room.transportations.map((ride) => (
              <div key={ride.title}>
                <dt>{t(ride.title === "Guest Pick-Up" ? "lbl_guest_pick_up" : "lbl_guest_drop_off")}</dt>
                <dd>
                  {t("lbl_transport_at", { date: day(ride.start_date, "weekday"), time: time(ride.time) })}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {byCompany && <p className="paid-by">{t("lbl_paid_by_company", { company: dealName ?? "" })}</p>}
        <dl className="paid" hidden={byCompany && !change}>
          <div className="whole">
            <dt>{t("lbl_stay_total")}</dt>
            <dd>
              <Money amount={room.total_amount} currency={room.currency} />
            </dd>
          </div>
          {dues(owes, { charged, unpaid }, true).map(([label, amount]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Money amount={amount} currency={room.currency} />
              </dd>
            </div>
          ))}
        </dl>
        {guarantee && room.payment_link?.status !== "EXECUTED" && (
          <p className="small guarantee">
            <Own as="b">
              {names.field("GUARANTEE_TYPE", guarantee, "name", room.guarantee_type_name ?? "")}
            </Own>{" "}
            <Own as="span">
              {names.field("GUARANTEE_TYPE", guarantee, "description", room.guarantee_description ?? "")}
            </Own>
          </p>
        )}
        {awaited && (
          <div className="small cancelling">
            {room.payment_link?.status === "PENDING" && <p>{t("lbl_free_until_paid_then")}</p>}
            <CancellationText
              cancellation={room.cancellation}
              currency={room.currency}
              arrival={room.check_in_date}
              added={room.chosen_addons.length > 0}
              company={byCompany ? (dealName ?? null) : null}
            />
            {room.cancellation?.penalty && room.total_redeemed_points > 0 && (
              <p>{t("lbl_points_come_back")}</p>
            )}
          </div>
        )}
        {of > 1 && (
          <p className="of-room">
            <a className="text-link" href={papers.calendar} download>
              {t("lbl_of_room", { what: t("lbl_add_to_calendar"), number })}
            </a>
            <a className="text-link" href={papers.letter} target="_blank" rel="noopener noreferrer">
              {t("lbl_of_room", { what: t("lbl_confirmation_letter"), number })}
            </a>
            {property.website_config.enable_search_reservation && (
              <button
                type="button"
                className="text-link"
                aria-busy={details.busy}
                onClick={() => void details.open(room)}
              >
                {t("lbl_of_room", { what: t("lbl_view_reservation"), number })}
              </button>
            )}
          </p>
        )}
        <NoDetails problem={details.problem} />
      </div>
    </section>
  );
}
