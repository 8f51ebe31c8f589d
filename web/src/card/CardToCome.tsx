import { Skeleton } from "../ui";
import "./card-host.css";

/** The card form's shape while it is on its way. */
export function CardShape() {
  return (
    <>
      <Skeleton block="3rem" />
      <Skeleton block="3rem" />
      <Skeleton block="3rem" />
    </>
  );
}

/** In place of the card form before it can be asked for, as tall as it begins. */
export function CardToCome() {
  return (
    <div className="card-host" style={{ minBlockSize: "var(--first)" }}>
      <div className="waiting">
        <CardShape />
      </div>
    </div>
  );
}
