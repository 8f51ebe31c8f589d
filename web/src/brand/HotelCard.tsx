import { useId } from "react";
import type { BrandProperty, LowestRate } from "../api";
import { useI18n } from "../i18n";
import { Button, Money, Own, Picture, plainText, Skeleton, Tag } from "../ui";
import { Amenity } from "./Amenity";
import { bookAddress, roomsNeeded, shortDescription, shownPrice, whyNone } from "./hotels";
import type { BrandStay } from "./useBrand";

/** So many amenities are drawn. */
const AMENITIES = 8;

/** A hotel: picture, name, a few words, what it has, from what it can be had (BRAND-10 to BRAND-15). */
export function HotelCard(props: {
  hotel: BrandProperty;
  /** Null while it is asked for, when that failed, and of a hotel that the answer does not know. */
  lowest: LowestRate | null;
  waiting: boolean;
  /** Prices were answered: a hotel without one has nothing left, or not for this stay (API-73, API-74). */
  answered: boolean;
  stay: BrandStay;
  /** In which prices are looked at; null is each hotel's own. */
  currency: string | null;
  first: boolean;
  /** Picked on the map. */
  marked: boolean;
}) {
  const { hotel, lowest, waiting, answered, stay, currency, first, marked } = props;
  const { t, rich, money, facts, locale } = useI18n();
  const heading = useId();
  const country = new Intl.DisplayNames([locale], { type: "region" }).of(hotel.country) ?? hotel.country;
  const far = lowest?.distance ?? null;
  const kilometres = new Intl.NumberFormat(locale, {
    style: "unit",
    unit: "kilometer",
    // around the corner is not 0 km away
    maximumFractionDigits: far !== null && far < 10 ? 1 : 0,
  });
  const away = far === null ? null : t("lbl_brand_away", { distance: kilometres.format(Math.max(far, 0.1)) });
  const name = { hotel: hotel.name };
  const price = lowest && shownPrice(lowest);
  const rooms = roomsNeeded(lowest, stay.adults);
  return (
    <li
      className={marked ? "hotel marked" : "hotel"}
      id={`hotel-${hotel.id}`}
      tabIndex={-1}
      aria-labelledby={heading}
    >
      <div className="picture">
        {hotel.image ? (
          <Picture {...hotel.image} sizes="(max-width: 48rem) 100vw, 16rem" first={first} />
        ) : (
          <span className="quiet small">{t("lbl_no_picture")}</span>
        )}
      </div>
      <div className="words">
        <h2 className="serif" id={heading}>
          <Own as="span">{hotel.name}</Own>
        </h2>
        <p className="quiet small">{facts([hotel.city, country, away])}</p>
        <p>
          <Own as="span">{shortDescription(plainText(hotel.additional_details))}</Own>
        </p>
        {hotel.amenities.length > 0 && (
          <ul className="has">
            {hotel.amenities.slice(0, AMENITIES).map((amenity) => (
              <li key={amenity.icon}>
                <Amenity {...amenity} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="from-price" aria-busy={waiting}>
        {waiting ? (
          <Skeleton block="5.5rem" />
        ) : !answered ? null : rooms > 0 ? (
          <Tag>{t("lbl_brand_several_only")}</Tag>
        ) : !price ? (
          <Tag>{t(whyNone(lowest))}</Tag>
        ) : (
          <p className="price">
            <small>{t("lbl_starts_from")}</small>
            <small>
              {rich("lbl_lowest_total", {
                amount: (
                  <b>
                    <Money amount={price.total} currency={price.currency} />
                  </b>
                ),
              })}
            </small>
            <small>
              {rich("lbl_amount_a_night", {
                amount: (
                  <>
                    <Money amount={price.rate} currency={price.currency} />
                    <sup aria-hidden="true">*</sup>
                  </>
                ),
              })}
            </small>
            {lowest?.lowest_total != null && price.currency !== lowest.currency && (
              <small>{t("lbl_lowest_exact", { amount: money(lowest.lowest_total, lowest.currency) })}</small>
            )}
          </p>
        )}
        {rooms > 0 ? (
          <a
            className="btn line"
            href={bookAddress(hotel, stay, currency, rooms)}
            aria-label={t("lbl_brand_several_at", name)}
          >
            {t("lbl_brand_several")}
          </a>
        ) : price ? (
          <a
            className="btn"
            href={bookAddress(hotel, stay, currency)}
            aria-label={t("lbl_book_hotel_at", name)}
          >
            {t("lbl_book_hotel")}
          </a>
        ) : (
          <Button disabled aria-label={t("lbl_book_hotel_at", name)}>
            {t("lbl_book_hotel")}
          </Button>
        )}
      </div>
    </li>
  );
}
