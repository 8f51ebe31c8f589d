import { type ReactNode, useId } from "react";
import "./radio-cards.css";

export interface RadioCard<V extends string> {
  value: V;
  title: ReactNode;
  text?: ReactNode;
  aside?: ReactNode;
  /** Shown inside the card while it is chosen. */
  body?: ReactNode;
}

/** A choice of one among cards; native radios, so arrows and screen readers work as everywhere. */
export function RadioCards<V extends string>(props: {
  legend: ReactNode;
  legendHidden?: boolean;
  options: readonly RadioCard<V>[];
  value: V | null;
  onChange: (value: V) => void;
  /** What was chosen is being acted on: it stays focusable, and as it is. */
  held?: boolean;
  /** Stands under whichever is chosen, and stays in the page where that has no use for it. */
  beneath?: { body: ReactNode; hidden: boolean };
}) {
  const name = useId();
  const at = props.options.findIndex((option) => option.value === props.value);
  // moved by its order alone: a frame that is moved in the page is loaded anew
  const place = (index: number) => props.beneath && { order: 2 * index };
  return (
    <fieldset className="radio-cards">
      <legend className={props.legendHidden ? "vh" : "serif"}>{props.legend}</legend>
      {props.options.map((option, index) => {
        const on = option.value === props.value;
        return (
          <div key={option.value} className={on ? "radio-card on" : "radio-card"} style={place(index)}>
            <label className="check">
              <input
                type="radio"
                className="vh"
                name={name}
                value={option.value}
                checked={on}
                aria-disabled={props.held || undefined}
                onChange={() => {
                  if (!props.held) props.onChange(option.value);
                }}
              />
              <span className={on ? "dot on" : "dot"} />
              <span className="what">
                <b>{option.title}</b>
                {option.text && <small>{option.text}</small>}
              </span>
              {option.aside && <span className="aside">{option.aside}</span>}
            </label>
            {on && option.body && <div className="inside">{option.body}</div>}
          </div>
        );
      })}
      {props.beneath && (
        <section
          className={at === props.options.length - 1 ? "beneath last" : "beneath"}
          style={place(at + 0.5)}
          hidden={props.beneath.hidden}
        >
          {props.beneath.body}
        </section>
      )}
    </fieldset>
  );
}
