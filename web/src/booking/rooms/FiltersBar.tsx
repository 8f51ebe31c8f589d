import { useEffect, useRef, useState } from "react";
import type { Availability } from "../../api";
import { useI18n } from "../../i18n";
import { Icon } from "../../ui";
import { useBooking } from "../BookingProvider";
import { FilterPanel } from "./FilterPanel";
import { filterCount } from "./filters";
import type { ListedRoom, PriceSort } from "./offers";
import { useFilterWords } from "./useFilterWords";
import type { DisplayBy, View } from "./view";

/** By room or by rate, the filters with what is applied of them, and the order (ROOMS-06, ROOMS-08, ROOMS-09). */
export function FiltersBar(props: {
  answer: Availability;
  /** What can be had before filtering: the choices come from it. */
  listed: readonly ListedRoom[];
  view: View;
  onChange: (change: Partial<View>) => void;
}) {
  const { answer, listed, view, onChange } = props;
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const show = useRef<HTMLButtonElement>(null);
  const words = useFilterWords(answer);
  const count = filterCount(view.filters);
  // on a phone the row is longer than the screen: what narrows the list is in sight, and the page stays where it is
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (count === 0 || !row.current || !show.current) return;
    const [seen, button] = [row.current, show.current].map((element) => element.getBoundingClientRect());
    if (seen && button) row.current.scrollLeft += (button.left + button.right - seen.left - seen.right) / 2;
  }, [count]);
  return (
    <div ref={row} className="filters">
      <DisplaySwitch value={view.display_by} onChange={(display_by) => onChange({ display_by })} />
      <button ref={show} type="button" className="chip" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="filters" small />
        {t("lbl_show_filters")}
        {count > 0 && (
          <>
            {" "}
            <b className="num" aria-hidden="true">
              {count}
            </b>
            <span className="vh">{t("lbl_filters_applied", { count })}</span>
          </>
        )}
      </button>
      {words.applied(view.filters).map(({ id, name, without }) => (
        <button
          key={id}
          type="button"
          className="chip on"
          aria-label={t("lbl_remove_filter", { name })}
          onClick={() => {
            // the button goes with its filter
            show.current?.focus();
            onChange({ filters: without });
          }}
        >
          {name}
          <Icon name="close" small />
        </button>
      ))}
      <SortSelect value={view.sort} onChange={(sort) => onChange({ sort })} />
      {open && (
        <FilterPanel
          answer={answer}
          listed={listed}
          filters={view.filters}
          onApply={(filters) => {
            setOpen(false);
            onChange({ filters });
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

const displays = { byRooms: "lbl_by_rooms", byRates: "lbl_by_rates" } as const;

function DisplaySwitch({ value, onChange }: { value: DisplayBy; onChange: (display: DisplayBy) => void }) {
  const { t } = useI18n();
  return (
    <fieldset className="seg">
      <legend className="vh">{t("lbl_list_by")}</legend>
      {(["byRooms", "byRates"] as const).map((display) => (
        <label key={display}>
          <input
            type="radio"
            className="vh"
            name="display_by"
            checked={value === display}
            onChange={() => onChange(display)}
          />
          {t(displays[display])}
        </label>
      ))}
    </fieldset>
  );
}

/** Without a choice the hotel's order comes first; a hotel that has none begins with the lowest price (ROOMS-19). */
function SortSelect({
  value,
  onChange,
}: {
  value: PriceSort | null;
  onChange: (sort: PriceSort | null) => void;
}) {
  const { t } = useI18n();
  const { property } = useBooking();
  const ordered = property.website_config.website_config_room_types.length > 0;
  return (
    <label className="chip sort">
      <span className="vh">{t("lbl_sort")}</span>
      <select
        value={value ?? (ordered ? "" : "asc")}
        onChange={(event) => {
          const { value: sort } = event.target;
          onChange(sort === "asc" || sort === "desc" ? sort : null);
        }}
      >
        {ordered && <option value="">{t("lbl_sort_recommended")}</option>}
        <option value="asc">{t("lbl_sort_price_up")}</option>
        <option value="desc">{t("lbl_sort_price_down")}</option>
      </select>
      <Icon name="down" small />
    </label>
  );
}
