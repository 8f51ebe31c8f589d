import "./skeleton.css";

/** A grey shape where something will come. Size it with a class or `block`/`inline` in CSS lengths. */
export function Skeleton(props: { block?: string; inline?: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={["skeleton", props.className ?? ""].join(" ").trim()}
      style={{ blockSize: props.block, inlineSize: props.inline }}
    />
  );
}
