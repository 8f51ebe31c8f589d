import { useId, useState } from "react";
import type { BrandProperty } from "../api";
import { useI18n } from "../i18n";
import { Own } from "../ui";
import { matches } from "./hotels";

/** So many hotels hang under the box; who looks for another types on. */
const OFFERED = 8;

/** The box for name, code or city, with the hotels that match hanging under it (BRAND-03, BRAND-08). */
export function Destination(props: {
  hotels: readonly BrandProperty[];
  text: string;
  onText: (text: string) => void;
  onPick: (hotel: BrandProperty) => void;
}) {
  const { hotels, text, onText, onPick } = props;
  const { t } = useI18n();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const typed = text.trim() !== "";
  const offered = typed
    ? hotels.filter((hotel) => hotel.property_type === "HOTEL" && matches(hotel, text)).slice(0, OFFERED)
    : [];
  const shows = open && offered.length > 0;
  const current = shows ? offered[active] : undefined;
  const choose = (hotel: BrandProperty) => {
    onPick(hotel);
    setOpen(false);
    setActive(-1);
  };
  return (
    <div className="has-popover destination">
      <label htmlFor={id}>{t("lbl_destination")}</label>
      <input
        id={id}
        type="text"
        role="combobox"
        aria-expanded={shows}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={current ? `${id}-${current.id}` : undefined}
        placeholder={t("lbl_destination_hint")}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setOpen(true);
          setActive(-1);
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            setOpen(true);
            const by = event.key === "ArrowDown" ? 1 : -1;
            setActive(Math.max(-1, Math.min(active + by, offered.length - 1)));
          } else if (event.key === "Enter" && current) {
            event.preventDefault();
            choose(current);
          } else if (event.key === "Escape" && shows) {
            event.preventDefault();
            setOpen(false);
          }
        }}
      />
      <div
        className="popover pop"
        id={`${id}-list`}
        role="listbox"
        aria-label={t("lbl_brand_list")}
        hidden={!shows}
      >
        {shows &&
          offered.map((hotel, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the box that owns the list
            <div
              key={hotel.id}
              id={`${id}-${hotel.id}`}
              role="option"
              aria-selected={index === active}
              // the press must not take the focus from the box, which would close the list before the click
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(hotel)}
            >
              <Own as="span">{hotel.name}</Own>
              <Own as="small" className="quiet">
                {hotel.city}
              </Own>
            </div>
          ))}
      </div>
    </div>
  );
}
