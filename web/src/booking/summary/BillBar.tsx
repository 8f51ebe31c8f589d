import { useEffect, useRef, useState } from "react";
import { useI18n } from "../../i18n";
import { Button, Dialog, Icon, Money } from "../../ui";
import { useBooking } from "../BookingProvider";
import { shownRooms } from "../conversion";
import type { StepName } from "../flow";
import { useStayWords } from "../stay-words";
import type { WizardActions } from "../wizard/actions";
import { Bill } from "./Bill";
import { roomsOf, toPayOf } from "./total";

/** On phones the bill of what is chosen is a bar at the foot that opens as a sheet. */
export default function BillBar({ current, actions }: { current: StepName; actions: WizardActions }) {
  const { t, range, facts } = useI18n();
  const words = useStayWords();
  const { state, currency, names } = useBooking();
  const [open, setOpen] = useState(false);
  const { search } = state;
  const selected = actions.rooms;
  const shown = shownRooms(selected, currency);

  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const size = new ResizeObserver(() => style.setProperty("--bar", `${bar.current?.offsetHeight ?? 0}px`));
    if (bar.current) size.observe(bar.current);
    document.body.classList.add("has-bar");
    return () => {
      size.disconnect();
      style.removeProperty("--bar");
      document.body.classList.remove("has-bar");
    };
  }, []);

  if (!search) return null;
  const first = selected[0];
  const alike = selected.every(
    (room) => room.check_in_date === search.checkIn && room.check_out_date === search.checkOut,
  );
  const stays = new Set(selected.map((room) => range(room.check_in_date, room.check_out_date, "short")));
  const when = alike ? words.nights(search.checkIn, search.checkOut) : facts([...stays]);
  const count = roomsOf(selected);
  const what =
    count === 1 && first ? names.room(first.room_type_id, first.room_type_name) : words.rooms(count);
  return (
    <>
      <div ref={bar} className="bar">
        <button type="button" className="open" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <span className="vh">{t("lbl_open_your_stay")} </span>
          <b>
            {/* beside the button that binds, what it charges or gives back: another sum there would be taken for it */}
            {actions.nextAside ? (
              <bdi>{actions.nextAside}</bdi>
            ) : (
              <Money amount={toPayOf(shown.rooms, shown.currency)} currency={shown.currency} />
            )}
            <Icon name="up" small />
          </b>
          <small>
            {when} · {what}
          </small>
        </button>
        {actions.next && (
          <Button size="big" busy={actions.busy} onClick={actions.next}>
            {actions.nextLabel ?? t("lbl_next")}
          </Button>
        )}
      </div>
      {open && (
        <Dialog title={t("lbl_your_stay")} onClose={() => setOpen(false)}>
          <Bill
            current={current}
            titleHidden
            actions={{
              ...actions,
              next: actions.next
                ? () => {
                    setOpen(false);
                    actions.next?.();
                  }
                : null,
            }}
          />
        </Dialog>
      )}
    </>
  );
}
