import type { RateOffer } from "../../api";
import { useI18n } from "../../i18n";
import { Dialog, Money, Own, Skeleton } from "../../ui";
import { useBooking } from "../BookingProvider";
import { ConversionNote } from "../ConversionNote";
import { inGuestCurrency } from "../conversion";
import { ChargeLine, NightByNight, TaxLines, UNFOLDED } from "../NightByNight";
import { forRooms, nightsOfBreakdown, sumsOf } from "../nights";
import { StayTotal } from "../StayTotal";
import type { SearchRoom } from "../search-data";
import { useStayWords } from "../stay-words";
import { stayTotal } from "./offers";
import { useBreakdown } from "./useBreakdown";
import { useRoomsAtOnce } from "./useRoomsAtOnce";

/** About as tall as what comes, so that the dialog hardly grows: nights in a line each, or with what is in them. */
function NightsToCome({ rate: { price_details, package_id } }: { rate: RateOffer }) {
  const unfolded = package_id === null ? 9 : 13;
  const night = price_details.length > UNFOLDED ? 2.8 : unfolded;
  return (
    <div className="breathing price-details">
      {price_details.map(({ date }) => (
        <Skeleton key={date} block={`calc(${night}rem - var(--s3))`} />
      ))}
      <Skeleton block="7rem" />
    </div>
  );
}

/**
 * What the price is made of: each night with its taxes and fees, and the total (ROOMS-25, ROOMS-26, PRICE-06). For all
 * rooms of the choice, as on its card and the bill; where nobody can say what it is made of, the total and its taxes
 * alone.
 */
export function PriceDetails(props: {
  /** As the server sent it. */
  rate: RateOffer;
  stay: SearchRoom;
  name: string;
  roomName: string;
  description: string;
  onClose: () => void;
}) {
  const { rate: sent, stay, name, roomName, description, onClose } = props;
  const { t, facts } = useI18n();
  const words = useStayWords();
  const { shownCurrency: currency } = useBooking();
  const rooms = useRoomsAtOnce();
  const asked = useBreakdown(sent, stay);
  const { price_summary } = inGuestCurrency(sent);
  const apart = asked.breakdown && inGuestCurrency(asked.breakdown);
  // of one room, as the server says them; the taxes that fees contain are told apart here alone
  const one = {
    total: stayTotal({ price_summary }),
    taxes: apart?.total_taxes ?? price_summary.total_tax_amount,
  };
  const nights = apart && forRooms(nightsOfBreakdown(apart.rates, one, currency), rooms, currency);
  const made = nights && sumsOf(nights, currency);
  const taxes = made?.taxes ?? [{ code: "", label: t("lbl_taxes"), amount: one.taxes * rooms }];
  return (
    <Dialog wide title={facts([roomName, name])} onClose={onClose}>
      <div className="price-details">
        {description && <Own className="quiet">{description}</Own>}
        {asked.loading && <NightsToCome rate={sent} />}
        {nights && (
          <>
            <h3>{t("lbl_night_by_night")}</h3>
            <NightByNight nights={nights} currency={currency} />
          </>
        )}
        {made && (
          <dl className="lines sums">
            <div>
              <dt>
                {facts([
                  t("lbl_room_total_with_taxes"),
                  rooms > 1 && words.rooms(rooms),
                  words.nights(stay.checkIn, stay.checkOut),
                ])}
              </dt>
              <dd>
                <Money amount={made.room} currency={currency} />
              </dd>
            </div>
            {made.extras.map((extra) => (
              <ChargeLine key={extra.code} line={extra} currency={currency} />
            ))}
          </dl>
        )}
        <StayTotal amount={one.total * rooms} currency={currency} />
        {one.taxes > 0 && (
          <dl className="lines">
            <TaxLines taxes={taxes} currency={currency} />
          </dl>
        )}
        <ConversionNote conversion={asked.breakdown?.conversion} />
      </div>
    </Dialog>
  );
}
