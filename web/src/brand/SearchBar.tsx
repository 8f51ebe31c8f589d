import { useRef, useState } from "react";
import type { BrandProperty } from "../api";
import { type Choice, pick } from "../booking/search/calendar-rules";
import PriceCalendar from "../booking/search/PriceCalendar";
import type { SearchLimits } from "../booking/search-data";
import { usePhone } from "../booking/wide";
import { addDays, useI18n } from "../i18n";
import { Button, Dialog, Popover, Stepper } from "../ui";
import { Destination } from "./Destination";
import { DAYS_AHEAD } from "./today";
import type { BrandStay } from "./useBrand";

const MAX_ADULTS = 6;

/** Where, when, how many; one room (BRAND-03, BRAND-04, BRAND-17). */
export function SearchBar(props: {
  hotels: readonly BrandProperty[];
  today: string;
  stay: BrandStay;
  onStay: (stay: BrandStay) => void;
  text: string;
  onText: (text: string) => void;
  onPick: (hotel: BrandProperty) => void;
  busy: boolean;
  onSearch: () => void;
}) {
  const { hotels, today, stay, onStay, text, onText, onPick, busy, onSearch } = props;
  const { t, day } = useI18n();
  const phone = usePhone();
  const [choice, setChoice] = useState<Choice>({ from: stay.from, to: stay.to, picking: "from" });
  const [opened, setOpen] = useState(false);
  // an arrival whose night is over leads to no stay
  const open = opened && choice.from !== null && choice.from >= today;
  const openers = useRef<HTMLDivElement>(null);
  const close = (refocus: boolean) => {
    if (refocus) openers.current?.querySelector<HTMLElement>("[aria-expanded=true]")?.focus();
    setOpen(false);
  };
  const limits: SearchLimits = {
    firstDay: today,
    lastDay: addDays(today, DAYS_AHEAD),
    maxNights: DAYS_AHEAD,
    maxGuests: MAX_ADULTS,
    maxRooms: 1,
    childAges: false,
    maxChildAge: 0,
  };
  const show = (picking: Choice["picking"]) => {
    setChoice({ from: stay.from, to: stay.to, picking });
    setOpen(!open || choice.picking !== picking);
  };
  const choose = (picked: string) => {
    const next = pick(picked, choice);
    setChoice(next);
    if (!next.from || !next.to) return;
    onStay({ ...stay, from: next.from, to: next.to });
    if (!phone) close(true);
  };
  // while the departure is open, the stay is what it was
  const dates = (
    <PriceCalendar
      choice={choice}
      onPick={choose}
      days={noPrices}
      limits={limits}
      currency=""
      caption={t("lbl_brand_dates_hint")}
      months={phone ? 1 : 2}
      onShow={() => undefined}
    />
  );
  const dateButton = (picking: Choice["picking"]) => (
    <button
      type="button"
      className={open && choice.picking === picking ? "open-field" : undefined}
      aria-expanded={open && choice.picking === picking}
      aria-haspopup="dialog"
      onClick={() => show(picking)}
    >
      <small>{t(picking === "from" ? "lbl_check_in" : "lbl_check_out")}</small>
      <b>{day(picking === "from" ? stay.from : stay.to, "weekday")}</b>
    </button>
  );
  return (
    <form
      className="pop brand-search"
      aria-label={t("lbl_search_form")}
      onSubmit={(event) => {
        event.preventDefault();
        setOpen(false);
        onSearch();
      }}
    >
      <Destination hotels={hotels} text={text} onText={onText} onPick={onPick} />
      <div className="has-popover dates" ref={openers}>
        {dateButton("from")}
        {dateButton("to")}
        {open && !phone && (
          <Popover label={t("lbl_your_dates")} className="brand-dates" onClose={close}>
            {dates}
          </Popover>
        )}
      </div>
      <div className="adults">
        <small>{t("lbl_brand_adults")}</small>
        <Stepper
          label={t("lbl_brand_adults")}
          value={stay.adults}
          min={1}
          max={MAX_ADULTS}
          onChange={(adults) => onStay({ ...stay, adults })}
        />
      </div>
      <Button type="submit" size="big" busy={busy}>
        {t("lbl_search")}
      </Button>
      {open && phone && (
        <Dialog
          full
          title={t("lbl_your_dates")}
          onClose={() => setOpen(false)}
          foot={
            <Button size="big" wide disabled={!choice.to} onClick={() => setOpen(false)}>
              {t("lbl_done")}
            </Button>
          }
        >
          {dates}
        </Dialog>
      )}
    </form>
  );
}

/** Prices stand with the hotels: here every day is as good as another. */
const noPrices = new Map<string, never>();
