import type { RateOffer } from "../../api";
import { useI18n } from "../../i18n";
import { Button, Dialog, Money } from "../../ui";
import { useBooking } from "../BookingProvider";
import { inGuestCurrency } from "../conversion";
import { stayTotal } from "./offers";
import type { BookingTrouble, PriceTrouble, UnitTrouble } from "./useBookRoom";
import { useRoomsAtOnce } from "./useRoomsAtOnce";

/** The price moved or the room went while the guest was looking: both prices of all rooms of the choice, and the guest decides. */
export function BookingTroubles(props: {
  trouble: BookingTrouble | null;
  slot: number;
  onClose: () => void;
  /** Books what was asked for at the price that it has now. */
  onTake: (trouble: PriceTrouble, rate: RateOffer) => void;
  /** Books it without the door that cannot be kept. */
  onAnyUnit: (trouble: UnitTrouble) => void;
}) {
  const { trouble, slot, onClose, onTake, onAnyUnit } = props;
  const { t, day } = useI18n();
  const { shownCurrency: currency, names } = useBooking();
  const rooms = useRoomsAtOnce();
  if (!trouble || "because" in trouble) return null;
  const room = names.room(trouble.room.room_type_id, trouble.room.room_type_name);
  if (trouble.kind === "sold-out") {
    return (
      <Dialog
        modal="alert"
        title={t("lbl_room_just_gone")}
        onClose={onClose}
        foot={<Button onClick={onClose}>{t("lbl_see_other_rooms")}</Button>}
      >
        <p>
          {trouble.night
            ? t("lbl_room_just_gone_night", { room, day: day(trouble.night, "weekday") })
            : t("lbl_room_just_gone_text", { room })}
        </p>
        <StillHeld slot={slot} trouble={trouble} />
      </Dialog>
    );
  }
  if (trouble.kind === "unit") {
    return (
      <Dialog
        modal="alert"
        title={t("lbl_own_unit_gone", { number: trouble.number })}
        onClose={onClose}
        foot={
          <>
            <Button look="line" onClick={onClose}>
              {t("lbl_choose_another")}
            </Button>
            <Button onClick={() => onAnyUnit(trouble)}>{t("lbl_take_any_unit")}</Button>
          </>
        }
      >
        <p>{t("lbl_own_unit_gone_text", { room })}</p>
        <StillHeld slot={slot} trouble={trouble} />
      </Dialog>
    );
  }
  const { quote, rate } = trouble;
  const asked: RateOffer = { ...rate, price_details: quote.rate_details, price_summary: quote.price_summary };
  return (
    <Dialog
      modal="alert"
      title={t("lbl_price_changed")}
      onClose={onClose}
      foot={
        <>
          <Button look="line" onClick={onClose}>
            {t("lbl_choose_another")}
          </Button>
          <Button onClick={() => onTake(trouble, asked)}>{t("lbl_take_new_price")}</Button>
        </>
      }
    >
      <div className="price-details">
        <p>{t("lbl_price_changed_text", { room })}</p>
        <dl className="lines">
          <div>
            <dt>{t("lbl_price_before")}</dt>
            <dd>
              <s>
                <Money amount={stayTotal(inGuestCurrency(rate)) * rooms} currency={currency} />
              </s>
            </dd>
          </div>
          <div>
            <dt>{t("lbl_price_now")}</dt>
            <dd>
              <b>
                <Money amount={stayTotal(inGuestCurrency(quote)) * rooms} currency={currency} />
              </b>
            </dd>
          </div>
        </dl>
        <StillHeld slot={slot} trouble={trouble} />
      </div>
    </Dialog>
  );
}

/** A choice that did not go through leaves the one before as it was, unless that had run out, or nobody says so. */
export function StillHeld({ slot, trouble: { lost, unsure } }: { slot: number; trouble: BookingTrouble }) {
  const { t } = useI18n();
  const { state, names } = useBooking();
  if (unsure) return null;
  if (lost) return <p>{t("lbl_room_ran_out")}</p>;
  const held = state.selected.find((room) => room.room_no === slot + 1);
  if (!held) return null;
  return <p>{t("lbl_room_still_held", { room: names.room(held.room_type_id, held.room_type_name) })}</p>;
}
