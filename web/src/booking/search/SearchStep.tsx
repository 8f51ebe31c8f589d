import { useEffect, useId, useMemo, useRef, useState } from "react";
import { isDay, type LabelKey, useI18n } from "../../i18n";
import { part } from "../../shell/part";
import { Button, Dialog, Notice, Popover } from "../../ui";
import { useBooking } from "../BookingProvider";
import { kindsOf, type TypedCode } from "../deal";
import { isWaitingForPosition, useWaitingForPosition } from "../position";
import {
  alikeParty,
  defaultParty,
  makeSearch,
  type Party,
  type SearchData,
  searchFault,
  searchFromQuery,
  wholeStays,
} from "../search-data";
import type { BookingState } from "../state";
import { useStayWords } from "../stay-words";
import { usePhone } from "../wide";
import { STEP_HINTS } from "../wizard/step-names";
import { CodeField } from "./CodeField";
import { Cover } from "./Cover";
import type { Choice } from "./calendar-rules";
import type { Opened } from "./Dates";
import { useFaultWords } from "./fault-words";
import { Dates, Guests, prefetchPanels, WhoPays } from "./panels";
import { type StartFault, useSearch } from "./useSearch";
import "./search.css";

/** How often the automatic search looks whether it may start (SEARCH-34). */
export const AUTO_SEARCH_MS = 2_000;

const RanOut = part(() => import("./RanOut"));

type Panel = "dates" | "guests" | null;

/** The first screen: the house, and one card that asks when and how many. */
export function SearchStep({ whoPays = false }: { whoPays?: boolean }) {
  const { t, day, facts } = useI18n();
  const { property, state, query, limits, dispatch } = useBooking();
  const words = useStayWords();
  const phone = usePhone();
  const waiting = useWaitingForPosition();
  const asked = useMemo(() => searchFromQuery(query, limits), [query, limits]);
  const searched = state.search ?? state.before?.search;
  const kept = searched && wholeStays(searched);
  // the days of before may be over by now, its people are not
  const over = !(state.asking ?? state.search) && kept && searchFault(kept, limits) === "dates";
  const begin = state.asking?.search ?? kept ?? asked.search;
  const days = over ? asked.search : begin;
  // whatever rooms are chosen now: a new search is for rooms alike where the hotel sells them so
  const alike = property.website_config.enable_multi_room_booking;
  const [choice, setChoice] = useState<Choice>({ from: days.checkIn, to: days.checkOut, picking: "from" });
  const [parties, setParties] = useState<Party[]>(() =>
    begin.rooms.map(({ persons }) => (alike ? alikeParty(begin.rooms, limits) : persons)),
  );
  const [panel, setPanel] = useState<Panel>(null);
  // said of the link's dates, or of those from before, until others are chosen
  const [amissDates, setAmissDates] = useState(over ? "dates" : kept ? null : asked.datesAmiss);
  const { start, pay, close, abandon, busy, passing, fault, clearFault } = useSearch();
  const kinds = useMemo(() => kindsOf(property.website_config), [property]);
  const [code, setCode] = useState<TypedCode | null>(() => {
    if (state.asking) return { kind: "company", code: state.asking.company.code };
    if (state.deal) return { kind: state.deal.kind, code: state.deal.code };
    return state.before?.code ?? null;
  });
  const faultId = useId();
  const who = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<Opened>();
  // what the link asks for cannot all be had, and its guest reads why
  const amiss = asked.datesAmiss || asked.tooMany || asked.tooManyRooms || (alike && unlike(asked.search));

  const search: SearchData | null =
    isDay(choice.from) && isDay(choice.to) ? makeSearch(choice.from, choice.to, parties) : null;
  const missing = !search || searchFault(search, limits) === "ages";
  const run = async (passing = false) => {
    if (!search) {
      setPanel("dates");
      const by = document.activeElement as HTMLElement;
      return setOpened({ by, key: true, told: true });
    }
    const typed = code?.code.trim() ? { ...code, code: code.code.trim() } : null;
    const started = await start(search, typed, passing);
    if (!started && missing) setPanel("guests");
  };
  const latest = useRef(run);
  latest.current = run;

  // skip_search: once, as soon as Search may be pressed; a later return to this screen does not search again
  useEffect(() => {
    if (!state.autoSearch) return;
    if (amiss) return dispatch({ type: "AUTO_SEARCHED" });
    const look = () => {
      if (isWaitingForPosition()) return;
      clearInterval(timer);
      dispatch({ type: "AUTO_SEARCHED" });
      void latest.current(true);
    };
    const timer = setInterval(look, AUTO_SEARCH_MS);
    // whoever need not wait does not
    look();
    return () => clearInterval(timer);
  }, [state.autoSearch, amiss, dispatch]);

  // the code of calendar and guests comes while the guest reads the first screen
  useEffect(() => {
    const timer = setTimeout(prefetchPanels, 1_500);
    return () => clearTimeout(timer);
  }, []);

  const total = (of: "adults" | "children") => parties.reduce((sum, party) => sum + party[of], 0);
  const guests = words.guests({ adults: total("adults"), children: total("children") });
  const people = facts([words.rooms(parties.length), guests]);
  const dateButton = (picking: Choice["picking"]) => {
    const value = picking === "from" ? choice.from : choice.to;
    const open = panel === "dates" && choice.picking === picking;
    return (
      <button
        type="button"
        className={open ? "open-field" : undefined}
        // in the sheet of a phone both stand once more, and choose which of them is picked
        {...(phone && panel === "dates"
          ? { "aria-pressed": open }
          : { "aria-expanded": panel === "dates", "aria-haspopup": phone ? "dialog" : undefined })}
        onPointerEnter={prefetchPanels}
        onClick={({ currentTarget: by, detail }) => {
          abandon(true);
          setChoice({ ...choice, picking });
          // the sheet of a phone has buttons of its own to close it
          setPanel(open && !phone ? null : "dates");
          setOpened({ by, key: detail === 0 });
        }}
      >
        <small>{t(picking === "from" ? "lbl_check_in" : "lbl_check_out")}</small>
        <b>{value ? day(value, phone ? "weekday" : "weekdayLong") : t("lbl_choose_date")}</b>
      </button>
    );
  };
  const guestsForm = (
    <Guests
      same={alike}
      parties={parties}
      limits={limits}
      showFaults={fault?.kind === "ages"}
      led={fault}
      onChange={(next) => {
        abandon();
        // one age after the other: those that are still missing stay marked
        if (fault?.kind !== "ages" || !next.some((party) => party.children_ages.includes(null))) clearFault();
        setParties(next);
      }}
    />
  );
  const chooseDates = (next: Choice) => {
    abandon();
    clearFault();
    setAmissDates(null);
    setChoice(next);
  };
  const dates = (
    <Dates
      choice={choice}
      onChange={chooseDates}
      parties={parties}
      code={code?.kind}
      opened={opened}
      onClose={phone ? undefined : () => setPanel(null)}
    />
  );
  const closeGuests = (refocus: boolean) => {
    setPanel(null);
    if (refocus) who.current?.focus();
  };
  const done = (
    <Button size="big" wide onClick={() => closeGuests(true)}>
      {t("lbl_done")}
    </Button>
  );

  return (
    <main tabIndex={-1} data-passing={(state.autoSearch && !amiss) || passing ? "" : undefined}>
      <Cover />
      <div className="ask page">
        <div className="pop">
          <form
            className="fields"
            aria-label={t("lbl_search_form")}
            onSubmit={(event) => {
              event.preventDefault();
              void run();
            }}
          >
            {dateButton("from")}
            {dateButton("to")}
            <div className="has-popover who">
              <button
                ref={who}
                type="button"
                aria-expanded={panel === "guests"}
                aria-haspopup="dialog"
                className={panel === "guests" ? "open-field" : undefined}
                onPointerEnter={prefetchPanels}
                onClick={() => {
                  abandon(true);
                  setPanel(panel === "guests" ? null : "guests");
                }}
              >
                <small>{t("lbl_rooms_and_guests")}</small>
                <b>{people}</b>
              </button>
              {panel === "guests" && !phone && (
                <Popover
                  align="end"
                  label={t("lbl_rooms_and_guests")}
                  className="guests-pop"
                  grows
                  onClose={closeGuests}
                >
                  {guestsForm}
                  {done}
                </Popover>
              )}
            </div>
            <div className="beneath">
              <CodeField
                kinds={kinds}
                value={code}
                refused={fault && { for: fault.kind, at: faultId }}
                onChange={(typed) => {
                  abandon();
                  // what was wrong was wrong with the code before
                  clearFault();
                  setCode(typed);
                }}
              />
              {missing && <p className="step-hint">{t(STEP_HINTS.search)}</p>}
            </div>
            <Button type="submit" size="big" busy={busy} disabled={waiting}>
              {t("lbl_search")}
            </Button>
          </form>
          <SearchNotices
            tooMany={asked.tooMany && !kept}
            tooManyRooms={asked.tooManyRooms && !kept}
            alike={alike && unlike(begin) && words.guests(parties[0] ?? defaultParty())}
            fault={fault ?? (amissDates && { kind: amissDates })}
            faultId={faultId}
          />
          {panel === "dates" && !phone && dates}
        </div>
        {panel === "dates" && phone && (
          <Dialog
            full
            title={t("lbl_your_dates")}
            onClose={() => setPanel(null)}
            foot={
              <Button size="big" wide disabled={!search} onClick={() => setPanel(null)}>
                {search
                  ? t("lbl_done_nights", { nights: words.nights(search.checkIn, search.checkOut) })
                  : t("lbl_choose_departure")}
              </Button>
            }
          >
            <div className="ask-dates">
              <div className="two">
                {dateButton("from")}
                {dateButton("to")}
              </div>
              {dates}
            </div>
          </Dialog>
        )}
        {panel === "guests" && phone && (
          <Dialog title={t("lbl_rooms_and_guests")} onClose={() => setPanel(null)} foot={done}>
            {guestsForm}
          </Dialog>
        )}
        {whoPays && state.asking && (
          <WhoPays
            company={state.asking.company.name}
            busy={busy}
            failed={fault !== null}
            onPay={(mop) => void pay(mop)}
            onClose={close}
          />
        )}
      </div>
    </main>
  );
}

/** The rooms are asked for different people. */
const unlike = ({ rooms }: SearchData) =>
  new Set(rooms.map(({ persons }) => `${persons.adults} ${persons.children}`)).size > 1;

/** Another currency was picked, and the booking starts over with it (CUR-02). */
function Repriced({ currency, again, letGo }: NonNullable<BookingState["repriced"]>) {
  const { t } = useI18n();
  const words = [
    t("lbl_prices_in", { currency }),
    letGo && t("lbl_choice_let_go"),
    again && t("lbl_search_once_more"),
  ];
  return <Notice role={letGo ? "alert" : "status"}>{words.filter(Boolean).join(" ")}</Notice>;
}

/** Days that a link names are no stay, beside what keeps a search from starting. */
type Wrong = StartFault | { kind: "unread" };

const FAULTS: Partial<Record<Wrong["kind"], LabelKey>> = {
  unread: "lbl_dates_unread",
  promo: "lbl_no_valid_discount_found",
  company: "lbl_company_not_found",
  group: "lbl_no_group_code_found",
  server: "lbl_search_did_not_start",
  wait: "lbl_wait_a_moment",
};

/** What has to be said before or after Search: dates outside the calendar, too many guests, an age missing. */
function SearchNotices(props: {
  tooMany: boolean;
  tooManyRooms: boolean;
  /** Who is asked for in each room where different people were asked for (ROOMS-04). */
  alike: string | false;
  fault: Wrong | null;
  faultId: string;
}) {
  const { tooMany, tooManyRooms, alike, fault, faultId } = props;
  const { t } = useI18n();
  const { limits, state } = useBooking();
  const words = useFaultWords();
  const { repriced, ranOut } = state;
  const label = fault && FAULTS[fault.kind];
  const said = fault?.kind === "ages" ? words("ages") : label && t(label);
  // the hotel's own words about its code, where it has some
  const texts = fault?.kind === "promo" && fault.texts[0] ? fault.texts : [said];
  return (
    <>
      {repriced && <Repriced {...repriced} />}
      {ranOut && <RanOut />}
      {alike && <Notice role="status">{t("lbl_rooms_alike", { guests: alike })}</Notice>}
      {(fault?.kind === "dates" || fault?.kind === "long") && (
        <Notice tone="warn" role="alert">
          {words(fault.kind)}
        </Notice>
      )}
      {(tooMany || fault?.kind === "guests") && <Notice role="status">{words("guests")}</Notice>}
      {tooManyRooms && <Notice role="status">{t("lbl_most_rooms", { count: limits.maxRooms })}</Notice>}
      {said && (
        <Notice id={faultId} tone="bad" role="alert">
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
    </>
  );
}
