import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { Pick } from "./Pick";
import "./tabs.css";

export interface Tab<V extends string> {
  value: V;
  label: ReactNode;
}

/** A row of tabs with one tab stop; arrows move in reading direction. */
export function Tabs<V extends string>(props: {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Id of the panel that the tabs switch. */
  controls?: string;
}) {
  const { label, tabs, value, onChange, controls } = props;
  const row = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const here = tabs.findIndex((tab) => tab.value === value);
    const forward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const back = forward === "ArrowRight" ? "ArrowLeft" : "ArrowRight";
    const to = { [forward]: here + 1, [back]: here - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (tab) onChange(tab.value);
    (row.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div ref={row} className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={controls}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

/** Tabs that are a list to choose from where there is no room for a row: on phones. */
export function TabsOrList(props: {
  label: string;
  labels: readonly string[];
  value: number;
  onChange: (index: number) => void;
  /** Whether to draw the list. */
  list: boolean;
  controls: string;
}) {
  const { label, labels, value, onChange, list, controls } = props;
  if (list) {
    return (
      <label className="tab-list">
        <span className="vh">{label}</span>
        <Pick>
          <select className="input" value={value} onChange={(event) => onChange(Number(event.target.value))}>
            {labels.map((entry, index) => (
              <option key={index} value={index}>
                {entry}
              </option>
            ))}
          </select>
        </Pick>
      </label>
    );
  }
  return (
    <Tabs
      label={label}
      controls={controls}
      value={String(value)}
      onChange={(index) => onChange(Number(index))}
      tabs={labels.map((entry, index) => ({ value: String(index), label: entry }))}
    />
  );
}
