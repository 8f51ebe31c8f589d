import { type ReactNode, useState } from "react";
import type { Availability } from "../../api";
import { currencyDigits, useI18n } from "../../i18n";
import { Button, Checkbox, Dialog, Own, Stepper, TextField } from "../../ui";
import { useBooking } from "../BookingProvider";
import { usePhone } from "../wide";
import {
  type Choice,
  choicesOf,
  type Filters,
  filterRooms,
  MAX_BEDS,
  MIN_BEDS,
  NO_FILTERS,
  type OneOf,
} from "./filters";
import type { ListedRoom } from "./offers";
import { useFilterWords, useGroupName } from "./useFilterWords";
import { useRoomsAtOnce } from "./useRoomsAtOnce";
import { amountText } from "./view";

/** More than any stay costs; keeps a slip of the finger out. */
const MAX_PRICE = 9_999_999;

/** What the minimum of beds begins with: every room has one. */
const TWO_BEDS = 2;

const toggled = (codes: readonly string[], code: string, on: boolean) =>
  on ? [...codes, code] : codes.filter((other) => other !== code);

/** All filters; nothing happens to the list before Apply (ROOMS-10 to ROOMS-12). */
export function FilterPanel(props: {
  answer: Availability;
  listed: readonly ListedRoom[];
  filters: Filters;
  onApply: (filters: Filters) => void;
  onClose: () => void;
}) {
  const { answer, listed, onApply, onClose } = props;
  const { t } = useI18n();
  const { shownCurrency: currency } = useBooking();
  const phone = usePhone();
  const [filters, setFilters] = useState(props.filters);
  const [price, setPrice] = useState(String(props.filters.max_price ?? ""));
  const words = useFilterWords(answer);
  const groupName = useGroupName();
  const choices = choicesOf(answer, listed);
  const beds = filters.min_bed_count || TWO_BEDS;
  const wanted = { ...filters, max_price: Number(price) > 0 ? Number(price) : null };
  const fit = filterRooms(listed, wanted, useRoomsAtOnce()).length;
  const change = (next: Partial<Filters>) => setFilters((before) => ({ ...before, ...next }));

  const oneOf = (field: OneOf, legend: string) =>
    choices[field].length > 0 && (
      <Group legend={legend}>
        {choices[field].map((choice) => (
          <Tick
            key={choice.code}
            choice={choice}
            name={words.value(field, choice.code)}
            checked={filters[field].includes(choice.code)}
            onChange={(on) => change({ [field]: toggled(filters[field], choice.code, on) })}
          />
        ))}
      </Group>
    );

  return (
    <Dialog
      full
      wide
      title={t("lbl_filters")}
      onClose={onClose}
      foot={
        <>
          <span className="fit small quiet" role="status">
            {t("lbl_rooms_fit", { count: fit, all: answer.room_types.length })}
          </span>
          {phone && (
            <Button look="line" onClick={onClose}>
              {t("lbl_close")}
            </Button>
          )}
          <Button
            look="line"
            onClick={() => {
              setFilters(NO_FILTERS);
              setPrice("");
            }}
          >
            {t("lbl_clear")}
          </Button>
          <Button onClick={() => onApply(wanted)}>{t("lbl_apply")}</Button>
        </>
      }
    >
      <div className="filter-panel">
        {oneOf("bed_types", t("lbl_filter_beds"))}
        {oneOf("categories", t("lbl_filter_categories"))}
        {choices.features.map((group) => (
          <Group key={group.name} legend={groupName(group)}>
            {group.amenities.map((choice) => (
              <Tick
                key={choice.code}
                choice={choice}
                name={words.feature(choice.code)}
                checked={filters.features.includes(choice.code)}
                onChange={(on) => change({ features: toggled(filters.features, choice.code, on) })}
              />
            ))}
          </Group>
        ))}
        <Group legend={t("lbl_filter_further")}>
          {choices.smoking.map((choice) => (
            <Tick
              key={choice.code}
              choice={choice}
              name={words.value("smoking", choice.code)}
              checked={filters.smoking.includes(choice.code)}
              onChange={(on) => change({ smoking: toggled(filters.smoking, choice.code, on) })}
            />
          ))}
          {choices.accessible > 0 && (
            <Tick
              choice={{ code: "accessible", count: choices.accessible }}
              name={t("lbl_accessible_rooms")}
              checked={filters.accessible}
              onChange={(accessible) => change({ accessible })}
            />
          )}
          <div className="min-beds">
            <Checkbox
              checked={filters.min_bed_count > 0}
              onChange={(on) => change({ min_bed_count: on ? beds : 0 })}
            >
              {t("lbl_beds_or_more", { count: beds })}
            </Checkbox>
            {filters.min_bed_count > 0 && (
              <Stepper
                label={t("lbl_min_bed_count")}
                value={filters.min_bed_count}
                min={MIN_BEDS}
                max={MAX_BEDS}
                onChange={(min_bed_count) => change({ min_bed_count })}
              />
            )}
          </div>
          <TextField
            className="max-price"
            label={t("lbl_max_price", { currency })}
            inputMode="decimal"
            autoComplete="off"
            value={price}
            onChange={(text) =>
              setPrice((before) => amountText(text, MAX_PRICE, currencyDigits(currency)) ?? before)
            }
          />
        </Group>
        {oneOf("room_types", t("lbl_filter_room_types"))}
      </div>
    </Dialog>
  );
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="ticks">{children}</div>
    </fieldset>
  );
}

/** A choice with the number of rooms that have it. */
function Tick(props: { choice: Choice; name: string; checked: boolean; onChange: (on: boolean) => void }) {
  const { choice, name, checked, onChange } = props;
  const { t, number } = useI18n();
  return (
    <Checkbox checked={checked} onChange={onChange}>
      <Own as="span">{name}</Own> <small aria-hidden="true">{number(choice.count)}</small>
      <span className="vh">, {t("lbl_rooms_count", { count: choice.count })}</span>
    </Checkbox>
  );
}
