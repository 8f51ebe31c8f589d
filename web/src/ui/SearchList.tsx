import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useI18n } from "../i18n";
import "./search-list.css";

export interface SearchOption {
  value: string;
  /** A short code before the label: `EUR`. */
  lead?: string | undefined;
  label: string;
  /** Of the label, where it is not the page's. */
  lang?: string;
  /** Quiet text behind the label: a dial code, a native name. */
  aside?: string | undefined;
  /** More words to find it by. */
  words?: string | undefined;
}

/** Lower case without accents, so that "cote" finds "Côte d'Ivoire". */
export function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}

/** Options whose words begin with or contain what was typed; beginnings first. */
export function filterOptions(options: readonly SearchOption[], typed: string): SearchOption[] {
  const needle = plain(typed.trim());
  if (needle === "") return [...options];
  const hay = (o: SearchOption) => plain([o.lead, o.label, o.aside, o.words].join(" "));
  const starts = options.filter((o) =>
    [o.lead ?? "", o.label].some((text) => plain(text).startsWith(needle)),
  );
  const rest = options.filter((o) => !starts.includes(o) && hay(o).includes(needle));
  return [...starts, ...rest];
}

/** A search box over a list: type, arrows, Enter. Used inside a popover or dialog. */
export function SearchList(props: {
  label: string;
  options: readonly SearchOption[];
  value: string | null;
  onChoose: (value: string) => void;
}) {
  const { label, options, value, onChoose } = props;
  const { t } = useI18n();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState("");
  const shown = useMemo(() => filterOptions(options, typed), [options, typed]);
  const chosen = shown.findIndex((o) => o.value === value);
  const [active, setActive] = useState(Math.max(0, chosen));
  const current = shown[Math.min(active, shown.length - 1)];

  // biome-ignore lint/correctness/useExhaustiveDependencies: else the list stays where the guest has scrolled it
  useEffect(() => {
    list.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: "nearest" });
  }, [current?.value, typed]);

  const keys: Record<string, () => void> = {
    ArrowDown: () => setActive(Math.min(active + 1, shown.length - 1)),
    ArrowUp: () => setActive(Math.max(active - 1, 0)),
    Enter: () => current && onChoose(current.value),
  };
  return (
    <div className="search-list">
      <input
        className="input"
        // biome-ignore lint/a11y/noAutofocus: opened by the guest, who expects to type
        autoFocus
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={current ? `${id}-${current.value}` : undefined}
        aria-label={label}
        placeholder={t("lbl_type_to_search")}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (!act) return;
          event.preventDefault();
          act();
        }}
      />
      <div ref={list} className="options" id={`${id}-list`} role="listbox" aria-label={label}>
        {shown.map((option) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the box that owns the list
          <div
            key={option.value}
            id={`${id}-${option.value}`}
            role="option"
            aria-selected={option.value === value}
            data-active={option === current}
            // the focus stays in the box: a press would move it to the page and close the list before the click
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option.value)}
          >
            <span lang={option.lang}>
              {option.lead && <span className="lead num">{option.lead} </span>}
              {option.label}
            </span>
            {option.aside && (
              <small className="num">
                <bdi>{option.aside}</bdi>
              </small>
            )}
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className="nothing quiet small">{t("lbl_nothing_matches")}</p>}
      <span className="vh" role="status">
        {typed && t("lbl_matches", { count: shown.length })}
      </span>
    </div>
  );
}
