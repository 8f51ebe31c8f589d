import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useI18n } from "../../i18n";
import { Icon, IconButton } from "../../ui";
import { ARROWS_FROM } from "./addons";

/**
 * Cards in a row, four at a time where four have room, turned with arrows (ADDON-04), also fewer that have none; on phones
 * one beneath the other.
 */
export function AddonRow({ cards }: { cards: readonly ReactNode[] }) {
  const { t } = useI18n();
  const row = useRef<HTMLUListElement>(null);
  const [hidden, setHidden] = useState({ before: false, after: false });
  const look = useCallback(() => {
    const list = row.current;
    if (!list) return;
    // less than nothing in right-to-left
    const at = Math.abs(list.scrollLeft);
    const before = at > 1;
    const after = at + list.clientWidth < list.scrollWidth - 1;
    setHidden((was) => (was.before === before && was.after === after ? was : { before, after }));
  }, []);
  const count = cards.length;
  useEffect(() => {
    if (count > 0) look();
    window.addEventListener("resize", look);
    return () => window.removeEventListener("resize", look);
  }, [look, count]);
  const turn = (by: -1 | 1) => {
    const list = row.current;
    if (!list) return;
    const forward = getComputedStyle(list).direction === "rtl" ? -1 : 1;
    list.scrollBy({ left: by * forward * list.clientWidth });
  };
  return (
    <div className="addon-row">
      {(count >= ARROWS_FROM || hidden.before || hidden.after) && (
        <div className="addon-arrows">
          <IconButton label={t("lbl_addons_earlier")} disabled={!hidden.before} onClick={() => turn(-1)}>
            <Icon name="back" />
          </IconButton>
          <IconButton label={t("lbl_addons_later")} disabled={!hidden.after} onClick={() => turn(1)}>
            <Icon name="forward" />
          </IconButton>
        </div>
      )}
      <ul ref={row} aria-label={t("lbl_addons")} onScroll={look}>
        {cards}
      </ul>
    </div>
  );
}
