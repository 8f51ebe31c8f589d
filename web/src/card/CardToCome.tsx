import { Skeleton } from "../ui";
import { FRAME_SIZE } from "./messages";
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

/** About what the form needs, before it tells: what is below it must not move away from a finger on its way. */
export const firstHeight = (most: number) => `min(var(--first), ${most}px)`;

/** In place of the card form before it can be asked for, as tall as it begins. */
export function CardToCome({ size = FRAME_SIZE }: { size?: { height: number } }) {
  return (
    <div className="card-host" style={{ minBlockSize: firstHeight(size.height) }}>
      <div className="waiting">
        <CardShape />
      </div>
    </div>
  );
}
