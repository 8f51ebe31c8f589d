import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { chunk } from "./chunk";

/**
 * A part of the page that is loaded by itself, with `instead` in its place until it is there; a failure is thrown to
 * the boundary around it, after the page was looked for anew (`fetched`). What `prefetch` has brought is drawn at once. React's `lazy` would show its stand-in even
 * then, and keep it for 300 ms.
 */
export function part<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  instead: ReactNode = null,
  fetched: typeof chunk = chunk,
) {
  let loaded: ComponentType<P> | undefined;
  const come = async () => {
    loaded ??= (await load()).default;
  };
  function Part(props: P) {
    // the same one as long as it stands
    const [Shown, show] = useState(() => loaded);
    const [failure, fail] = useState<{ error: unknown }>();
    useEffect(() => {
      if (Shown) return;
      fetched(come).then(
        () => show(() => loaded),
        (error: unknown) => fail({ error }),
      );
    }, [Shown]);
    if (failure) throw failure.error;
    return Shown ? <Shown {...props} /> : instead;
  }
  /** Loads it before anybody asks for it; whether it came is found out when it is shown. */
  const prefetch = () => come().catch(() => undefined);
  return Object.assign(Part, { prefetch });
}
