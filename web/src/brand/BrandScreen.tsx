import { use, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { BrandProperty } from "../api";
import { GoContext } from "../booking/go";
import { useMedia, usePhone } from "../booking/wide";
import { isDay, useI18n } from "../i18n";
import { Boundary, NotLoaded } from "../shell/Boundary";
import { IncompleteLink } from "../shell/Incomplete";
import { part } from "../shell/part";
import { Button, Notice, Pick, Skeleton, say } from "../ui";
import { BrandHeader } from "./BrandHeader";
import { HotelCard } from "./HotelCard";
import { listHotels, placeOf, type Sort, sameCurrency, shownPrice, speakersOf } from "./hotels";
import { keep, notOver, recall } from "./kept";
import { SearchBar } from "./SearchBar";
import { type BrandStay, type Here, useBrand } from "./useBrand";

const HotelMap = part(() => import("./HotelMap"), <Skeleton className="hotel-map" block="100%" />);

/** So many hotels are in the list at first, and so many more with each press. */
const SHOWN = 20;

/** Header, search, the hotels as a list and on a map. */
export function BrandScreen(props: {
  code: string;
  /** Of the address, which may ask for days, adults and a currency as a hotel's does. */
  query: URLSearchParams;
  /** The guest's own, which goes on while the page is open. */
  today: string;
  /** Another language is on its way. */
  turning: boolean;
  /** The one that was chosen did not come. */
  silent: boolean;
  changeLanguage: (language: string) => void;
}) {
  const { code, query, today, turning, silent, changeLanguage } = props;
  const { t, day, locale, language } = useI18n();
  const { navigate, withQuery } = use(GoContext);
  const phone = usePhone();
  // as in brand.css: where both have no room side by side the map comes first, for the keyboard too
  const stacked = useMedia("(max-width: 64rem)");
  const [kept] = useState(() => recall(code, today, query));
  const [stay, setStay] = useState(kept.stay);
  const [text, setText] = useState(kept.text);
  const [picked, setPicked] = useState(kept.picked);
  const [onlyFree, setOnlyFree] = useState(kept.onlyFree);
  const [sort, setSort] = useState(kept.sort);
  const [shown, setShown] = useState(SHOWN);
  const [map, setMap] = useState(!phone);
  const [noPosition, setNoPosition] = useState(false);
  const [marked, setMarked] = useState<number | null>(null);
  const [currency, setCurrency] = useState(kept.currency);
  const [pressed, setPressed] = useState(false);
  // a copied address shows the same
  const inAddress = (changes: Readonly<Record<string, string | null>>) =>
    navigate(`/brand?${withQuery(changes)}`, { replace: true });
  const takeCurrency = (next: string | null) => {
    setCurrency(next);
    inAddress({ currency: next });
  };
  const first = { stay, only: kept.only, here: null, currency };
  const { brand, found, busy, search, searchAgain, load } = useBrand(code, language, first, () =>
    takeCurrency(null),
  );
  const known = typeof brand === "string" ? null : brand;
  const name = known?.name;
  useEffect(() => {
    if (name) document.title = name;
  }, [name]);

  const { only } = found ?? kept;
  useEffect(
    () => keep(code, { stay, text, picked, only, onlyFree, sort, currency }),
    [code, stay, text, picked, only, onlyFree, sort, currency],
  );

  const sorts: Sort[] = ["name"];
  if (known && sameCurrency(known.properties, found?.rates ?? null)) sorts.push("price");
  if (found?.here) sorts.push("distance");
  // an order that cannot be had any more, or not yet
  const by = sorts.includes(sort) ? sort : "name";
  // what is typed narrows the list at once; what was searched for is the list itself
  const needle = useDeferredValue(text);
  // by its code: it may have another name in another language
  const chosen = known?.properties.find((hotel) => hotel.code === picked);
  const one = found?.only ?? chosen?.code;
  const listed = useMemo(() => {
    const meant = (known?.properties ?? []).filter((hotel) => !one || hotel.code === one);
    return listHotels(meant, found?.rates ?? null, { text: one ? "" : needle, onlyFree, sort: by }, locale);
  }, [known, found, one, needle, onlyFree, by, locale]);
  useEffect(() => {
    if (known && !busy) say(t("lbl_brand_hotels", { count: listed.length }));
  }, [known, busy, listed.length, t]);

  const turn = useRef(0);
  const run = (change: { only?: string | null; here?: Here | null } = {}) => {
    turn.current += 1;
    if (!isDay(stay.from) || !isDay(stay.to)) return;
    const only = change.only === undefined ? picked : change.only;
    const here = change.here ?? null;
    if (here) setSort("distance");
    else if (sort === "distance") setSort("name");
    setShown(SHOWN);
    setPressed(true);
    // BRAND-07: an empty box is the brand anew, and all of its hotels
    if (!only && text.trim() === "") void load();
    void search({ stay, only, here, currency });
  };
  const latest = useRef(run);
  latest.current = run;
  // prices and Book are of the dates and people on the screen, without a press on Search
  const changeStay = (next: BrandStay) => {
    setStay(next);
    inAddress({ from: next.from, to: next.to, guest: String(next.adults), guests: null });
    setPressed(false);
    void searchAgain({ stay: next });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once the day is over
  useEffect(() => {
    const next = notOver(stay, today);
    if (next !== stay) changeStay(next);
  }, [today]);
  const changeCurrency = (next: string | null) => {
    takeCurrency(next);
    setPressed(false);
    void searchAgain({ currency: next });
  };
  const showAll = () => {
    setText("");
    setPicked(null);
    setOnlyFree(false);
    run({ only: null });
  };
  const nearMe = (hotels: readonly BrandProperty[]) => {
    const since = turn.current;
    const elsewhere = hotels.filter((hotel) => !placeOf(hotel)).map(({ code }) => code);
    setNoPosition(false);
    navigator.geolocation?.getCurrentPosition(
      // until somebody allows it, other dates may have been chosen
      ({ coords: { latitude: lat, longitude: long } }) => {
        // or another search begun
        if (turn.current !== since) return;
        // all of them, whichever was looked for
        setText("");
        setPicked(null);
        latest.current({ only: null, here: { lat, long, elsewhere } });
      },
      () => turn.current === since && setNoPosition(true),
      { maximumAge: 3_600_000, timeout: 10_000 },
    );
  };
  const show = (id: number) => {
    const at = listed.findIndex(({ hotel }) => hotel.id === id);
    setShown(Math.max(shown, at + 1));
    setMarked(id);
    requestAnimationFrame(() => {
      const card = document.getElementById(`hotel-${id}`);
      card?.scrollIntoView({ block: "center" });
      card?.focus({ preventScroll: true });
    });
  };

  // no second try finds it
  if (brand === "unknown") return <IncompleteLink />;
  if (brand === "failed") {
    const again = () => {
      void load();
      void searchAgain();
    };
    return <HotelsNotLoaded onAgain={again} />;
  }
  // notes are of prices that are shown
  const priced = listed.filter(({ lowest }) => lowest && shownPrice(lowest));
  const converted = priced.find(({ lowest }) => lowest?.conversion)?.lowest?.conversion;
  const mapped = map && known && (
    // the key takes it along, as it stands, from one place to the other
    <Boundary key="map" instead={<NotLoaded />}>
      <HotelMap
        hotels={listed}
        answered={!busy && found?.rates != null}
        adults={stay.adults}
        tiles={known.map_tiles}
        marked={marked}
        onShow={show}
      />
    </Boundary>
  );
  return (
    <>
      <BrandHeader
        brand={known}
        turning={turning}
        changeLanguage={changeLanguage}
        speakers={known ? speakersOf(known.properties, found?.rates ?? null) : []}
        currency={currency}
        changeCurrency={changeCurrency}
      />
      <main className="page of-brand" tabIndex={-1}>
        <h1 className="serif title">{t("lbl_brand_title")}</h1>
        <SearchBar
          hotels={known?.properties ?? []}
          today={today}
          stay={stay}
          onStay={changeStay}
          text={chosen?.name ?? text}
          onText={(next) => {
            setText(next);
            setPicked(null);
          }}
          onPick={(hotel) => {
            setText(hotel.name);
            setPicked(hotel.code);
          }}
          busy={busy && pressed}
          onSearch={() => run()}
        />
        <div className="brand-tools">
          <p aria-hidden="true">{known && t("lbl_brand_hotels", { count: listed.length })}</p>
          <button
            type="button"
            className="chip"
            aria-pressed={onlyFree}
            onClick={() => setOnlyFree(!onlyFree)}
          >
            {t("lbl_brand_only_free")}
          </button>
          {"geolocation" in navigator && (
            <button
              type="button"
              className="chip"
              aria-pressed={found?.here != null}
              aria-disabled={!known || undefined}
              onClick={() => (found?.here ? run() : known && nearMe(known.properties))}
            >
              {t("lbl_brand_near_me")}
            </button>
          )}
          {sorts.length > 1 && (
            <label className="chip sort">
              <span className="quiet">{t("lbl_brand_sort")}</span>
              <Pick>
                <select value={by} onChange={(event) => setSort(event.target.value as Sort)}>
                  {sorts.map((one) => (
                    <option key={one} value={one}>
                      {t(sortWords[one])}
                    </option>
                  ))}
                </select>
              </Pick>
            </label>
          )}
          <button type="button" className="chip" aria-pressed={map} onClick={() => setMap(!map)}>
            {t(map ? "lbl_brand_hide_map" : "lbl_brand_show_map")}
          </button>
        </div>
        {silent && (
          <Notice tone="warn" role="alert">
            {t("lbl_no_answer")}
          </Notice>
        )}
        {noPosition && (
          <Notice tone="warn" role="alert">
            {t("lbl_brand_no_position")}
          </Notice>
        )}
        {found && !found.rates && (
          <Notice tone="warn" role="status">
            {t("lbl_brand_no_rates")}
          </Notice>
        )}
        <div className={map ? "hotels with-map" : "hotels"}>
          {stacked && mapped}
          <section aria-label={t("lbl_brand_list")}>
            {!known ? (
              <div className="hotel-list" role="status">
                <span className="vh">{t("lbl_loading")}</span>
                {[0, 1, 2].map((one) => (
                  <Skeleton key={one} block="13rem" />
                ))}
              </div>
            ) : listed.length === 0 ? (
              <Notice>
                <p>{t("lbl_brand_none")}</p>
                <Button look="line" onClick={showAll}>
                  {t("lbl_brand_show_all")}
                </Button>
              </Notice>
            ) : (
              <>
                <ul className="hotel-list">
                  {listed.slice(0, shown).map(({ hotel, lowest }, index) => (
                    <HotelCard
                      key={hotel.id}
                      hotel={hotel}
                      lowest={lowest}
                      waiting={busy}
                      answered={found?.rates != null}
                      stay={stay}
                      currency={currency}
                      first={index < 2}
                      marked={marked === hotel.id}
                    />
                  ))}
                </ul>
                {listed.length > shown && (
                  <Button look="line" wide onClick={() => setShown(shown + SHOWN)}>
                    {t("lbl_brand_more")}
                  </Button>
                )}
                {(priced.length > 0 || !found?.rates) && (
                  <p className="footnote quiet small">* {t("lbl_lowest_footnote")}</p>
                )}
                {converted && (
                  <p className="quiet small">
                    {t("lbl_brand_converted", { shown: converted.currency, date: day(converted.date) })}
                  </p>
                )}
              </>
            )}
          </section>
          {!stacked && mapped}
        </div>
      </main>
    </>
  );
}

const sortWords = {
  name: "lbl_brand_sort_name",
  price: "lbl_brand_sort_price",
  distance: "lbl_brand_sort_distance",
} as const;

function HotelsNotLoaded({ onAgain }: { onAgain: () => void }) {
  const { t } = useI18n();
  return (
    <main className="incomplete page">
      <h1 className="serif title">{t("lbl_brand_not_loaded")}</h1>
      <Button onClick={onAgain}>{t("lbl_retry")}</Button>
    </main>
  );
}
