/** A reservation as it stands, and what the guest may do with it (MANAGE-09 to MANAGE-19). */
import { type ReactNode, useContext, useState } from "react";
import { ApiProblem, cancelConsent, hasCode } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { deviceTime, paperAddress } from "../booking/confirmation/addresses";
import { GoContext } from "../booking/go";
import { countryName } from "../booking/information/countries";
import { lastFour } from "../booking/payment/guarantee";
import { useProblemWords } from "../booking/problem-words";
import { useStayWords } from "../booking/stay-words";
import { useI18n } from "../i18n";
import { Button, Icon, Money, Picture, Tag } from "../ui";
import { ErrorNotice } from "./ErrorNotice";
import { useEditStay } from "./edit-stay";
import { Periods } from "./Periods";
import { useReservation } from "./reservation";
import { StayExtras } from "./StayExtras";

/** Guaranteed by a company: no card is shown (MANAGE-16). */
const BY_COMPANY = "LDB";

export function ReservationPage() {
  const { t, day, time, language, locale } = useI18n();
  const { property: raw, names } = useBooking();
  const { navigate } = useContext(GoContext);
  const { found } = useReservation();
  const words = useStayWords();
  const cancel = useCancel();
  const edit = useEdit();
  if (!found) return null;
  const property = names.property(raw);
  const { reservation_details: stay, conf_num } = found;
  const { primary_guest: guest } = stay;
  const stands = stay.status === "HOLD";
  const type = raw.room_types.find((entry) => entry.id === stay.room_type.id);
  const picture = type && names.roomType(type).images[0];
  const room = names.room(stay.room_type.id, stay.room_type.name);
  const none = t("lbl_not_available_short");
  const letter = paperAddress(
    stay.letter_url,
    { device_time: deviceTime(new Date()), currency: stay.currency, language },
    window.location.origin,
  );
  const country = guest.country && countryName(guest.country, locale);
  const town = [guest.zip_code, guest.city].filter(Boolean).join(" ");
  const address = [guest.street, guest.street_2, town, guest.state, country].filter((line) => !!line);
  const cancelButton = stands && (
    <Button look="danger" busy={cancel.busy} onClick={() => void cancel.ask()}>
      {t("lbl_cancel_reservation")}
    </Button>
  );
  return (
    <section className="reservation" aria-labelledby="reservation-title">
      <div className="top">
        <div>
          <h1 className="serif title" id="reservation-title">
            {t("lbl_your_reservation")}
          </h1>
          <p>
            <Tag {...(stands ? { tone: "good" } : {})}>
              {stands ? t("lbl_status_confirmed") : stay.status}
            </Tag>
            <span>
              {t("lbl_confirmation_number")} <bdi dir="ltr">{conf_num}</bdi>
            </span>
            <span>{t("lbl_booked_on", { date: day(stay.booked_at.slice(0, 10)) })}</span>
          </p>
        </div>
        <div className="papers">
          <a className="btn line" href={letter} target="_blank" rel="noopener noreferrer">
            <Icon name="mail" small />
            {t("lbl_confirmation_letter")}
          </a>
          <span className="on-desk">{cancelButton}</span>
        </div>
      </div>
      {(cancel.problem ?? edit.problem) && <ErrorNotice>{cancel.problem ?? edit.problem}</ErrorNotice>}
      <div className="columns">
        <div className="column">
          <section className="card stay" aria-labelledby="stay-title">
            {picture && (
              <Picture
                url={picture.url}
                small={picture.small ?? null}
                alt={picture.alt}
                width={picture.width}
                height={picture.height}
                sizes="(max-width: 48rem) 100vw, 17rem"
                first
              />
            )}
            <div className="words">
              <div className="hd">
                <p className="over" id="stay-title">
                  {t("lbl_stay_details")}
                </p>
                {stands && found.stay_modification_allowed && (
                  <Button
                    look="bare"
                    aria-describedby="stay-title"
                    busy={edit.busy}
                    onClick={() => void edit.begin()}
                  >
                    {t("lbl_edit_details")}
                  </Button>
                )}
              </div>
              <h2 className="serif">{room}</h2>
              <p className="quiet">
                {[
                  names.rate(stay.rate_code_id, stay.rate_code_name),
                  stay.room_unit_number && t("lbl_unit", { number: stay.room_unit_number }),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
              <div className="three">
                <Fact
                  label={t("lbl_check_in")}
                  small={t("lbl_from_clock", { time: time(property.check_in_time) })}
                >
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
              <p className="whole">
                <span>{t("lbl_stay_total")}</span>
                <Money amount={stay.total_for_stay} currency={stay.currency} />
              </p>
              {stay.paid_amount > 0 && (
                <p className="whole paid">
                  <span>{t("lbl_paid")}</span>
                  <Money amount={stay.paid_amount} currency={stay.currency} />
                </p>
              )}
            </div>
          </section>
          {stands && (
            <section className="card panel" aria-labelledby="cancel-title">
              <h2 className="serif" id="cancel-title">
                {t("lbl_if_you_cancel")}
              </h2>
              <Periods details={stay} />
              <p className="small quiet">{t("lbl_hotel_time")}</p>
              <span className="on-phone">{cancelButton}</span>
            </section>
          )}
        </div>
        <div className="column">
          <section className="card panel" aria-labelledby="guest-title">
            <div className="hd">
              <h2 className="serif" id="guest-title">
                {t("lbl_guest_details")}
              </h2>
              {stands && (
                <Button look="bare" aria-describedby="guest-title" onClick={() => navigate("/guest-details")}>
                  {t("lbl_edit_details")}
                </Button>
              )}
            </div>
            <dl>
              <Line label={t("lbl_name")}>{`${guest.first_name} ${guest.last_name}`}</Line>
              <Line label={t("lbl_email")}>
                <bdi>{guest.email || none}</bdi>
              </Line>
              <Line label={t("lbl_mobile_number")}>
                <bdi dir={guest.phone ? "ltr" : undefined}>{guest.phone || none}</bdi>
              </Line>
              {address.length > 0 && (
                <Line label={t("lbl_address_section")}>
                  {address.map((line) => (
                    <span key={line} className="address-line">
                      <bdi>{line}</bdi>
                    </span>
                  ))}
                </Line>
              )}
            </dl>
          </section>
          {stay.guaranteed_type !== BY_COMPANY && (
            <section className="card panel" aria-labelledby="cards-title">
              <div className="hd">
                <h2 className="serif" id="cards-title">
                  {t("lbl_payment_methods")}
                </h2>
                {stands && stay.card_guarantee_type && (
                  <Button look="bare" onClick={() => navigate("/add-payment")}>
                    {t("lbl_change_payment_method")}
                  </Button>
                )}
              </div>
              {stay.payment_sources.length === 0 && <p className="quiet">{t("lbl_no_card")}</p>}
              <dl>
                {stay.payment_sources.map((card) => (
                  <div key={card.custom_field_1}>
                    <dt>
                      <Icon name="card" small /> {card.custom_field_2}{" "}
                      {card.primary && <Tag>{t("lbl_primary")}</Tag>}
                    </dt>
                    <dd className="num">
                      {t("lbl_card_ending", { digits: lastFour(card.custom_field_1) ?? "" })}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
        </div>
      </div>
      <StayExtras found={found} />
    </section>
  );
}

/** The consent first; only with it the guest goes on (MANAGE-21, MANAGE-30). */
function useCancel() {
  const { t } = useI18n();
  const { navigate } = useContext(GoContext);
  const { found, again, leave } = useReservation();
  const problemWords = useProblemWords();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function ask() {
    if (!found) return;
    setBusy(true);
    setProblem(null);
    try {
      await cancelConsent(found.request_token);
      navigate("/cancel-reservation");
    } catch (error) {
      if (hasCode(error, "LOOK_UP_EXPIRED")) return leave(t("lbl_look_up_expired"));
      // the hotel may have said meanwhile what became of the stay
      if (hasCode(error, "NOT_CANCELLABLE")) await again();
      setProblem((error instanceof ApiProblem && problemWords(error)) || t("lbl_no_answer"));
    } finally {
      setBusy(false);
    }
  }
  return { ask, busy, problem };
}

/** Into the wizard at its rooms (EDIT-01); the server may refuse (MANAGE-15, MANAGE-30). */
function useEdit() {
  const { t } = useI18n();
  const { found, again, leave } = useReservation();
  const editStay = useEditStay();
  const problemWords = useProblemWords();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function begin() {
    if (!found) return;
    setBusy(true);
    setProblem(null);
    try {
      await editStay(found);
    } catch (error) {
      if (hasCode(error, "LOOK_UP_EXPIRED")) return leave(t("lbl_look_up_expired"));
      if (hasCode(error, "NOT_CHANGEABLE")) await again();
      setProblem((error instanceof ApiProblem && problemWords(error)) || t("lbl_no_answer"));
    } finally {
      setBusy(false);
    }
  }
  return { begin, busy, problem };
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

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
