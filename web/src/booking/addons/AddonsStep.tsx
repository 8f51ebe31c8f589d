import { useEffect, useId, useRef, useState } from "react";
import { ApiProblem, type ReservationAddon, type SelectedRoom } from "../../api";
import { nightsBetween, useI18n } from "../../i18n";
import { useFailureWords } from "../../shell/failure-words";
import { Button, Notice, Skeleton, say, TabsOrList } from "../../ui";
import { useBooking } from "../BookingProvider";
import { inGuestCurrency, shownRooms } from "../conversion";
import { useInSight } from "../in-sight";
import { LeftOutAt } from "../LeftOut";
import { usePhone } from "../wide";
import { useStep } from "../wizard/step";
import { AddonCard } from "./AddonCard";
import { AddonRow } from "./AddonRow";
import { chosenOf, offered, priceOf } from "./addons";
import { MOVED, useAddons, useApplicable } from "./useAddons";
import { useRoomAt } from "./useRoomAt";
import "./addons.css";

/** What guests take beside their rooms, room after room (ADDON-01, ADDON-02). */
export default function AddonsStep() {
  const { t } = useI18n();
  const { state, names } = useBooking();
  // one choice stands for all searched rooms where the hotel has it so: then there is one
  const rooms = state.selected;
  const [here, setAt] = useRoomAt(rooms);
  const [fault, setFault] = useState<unknown>(null);
  const failureWords = useFailureWords();
  const addons = useAddons();
  const panel = useId();
  const box = useRef<HTMLDivElement>(null);
  const phone = usePhone();
  const room = rooms[here];
  // Next leads to another room in place of another step: it is heard which, and gone on from there
  const [leads, setLeads] = useState(0);
  useEffect(() => {
    if (leads > 0) box.current?.focus({ preventScroll: true });
  }, [leads]);

  useStep({
    next: async () => {
      if (here < rooms.length - 1) {
        setAt(here + 1);
        window.scrollTo({ top: 0 });
        setLeads((before) => before + 1);
        return false;
      }
      setFault(null);
      // what was added is with the server since it was added: nothing of it is lost
      const fault = await addons.save();
      if (fault !== MOVED) setFault(fault);
      return fault === null;
    },
    previous: addons.clear,
    // the step before may not have ended yet, and holds nothing here
    busy: addons.under !== null || addons.saving,
  });

  const silent = fault instanceof ApiProblem && fault.status === 0;
  const said = failureWords(fault, silent ? "lbl_no_answer" : "lbl_something_went_wrong");
  const told = useInSight(fault ?? addons.repriced);
  const left = useInSight(addons.leftOut);

  // what it said is over with the network's return
  useEffect(() => {
    const online = () => setFault(null);
    window.addEventListener("online", online);
    return () => window.removeEventListener("online", online);
  }, []);

  if (!room) return null;
  const label = (entry: SelectedRoom) =>
    `${t("lbl_room_number", { number: entry.room_no })} · ${names.room(entry.room_type_id, entry.room_type_name)}`;
  return (
    <section className="addons">
      <h1 className="serif title">{t("lbl_addons_title")}</h1>
      <div ref={left}>
        <LeftOutAt step="addons" rooms={rooms} />
      </div>
      {rooms.length > 1 && (
        <TabsOrList
          label={t("lbl_which_room")}
          labels={rooms.map(label)}
          value={here}
          onChange={setAt}
          list={phone}
          controls={panel}
        />
      )}
      {fault !== null && (
        <Notice ref={told} tone="bad" role="alert">
          {said}
        </Notice>
      )}
      {addons.repriced && (
        <Notice ref={told} tone="warn" role="alert">
          {t("lbl_addons_repriced")}
        </Notice>
      )}
      <div
        ref={box}
        id={panel}
        className="slot"
        tabIndex={-1}
        // a phone chooses them from a list
        {...(rooms.length > 1 && { role: phone ? "group" : "tabpanel", "aria-label": label(room) })}
      >
        <OfRoom key={room.session_id} room={room} addons={addons} />
      </div>
    </section>
  );
}

function OfRoom({ room, addons }: { room: SelectedRoom; addons: ReturnType<typeof useAddons> }) {
  const { t } = useI18n();
  const { state, names, currency: own } = useBooking();
  const applicable = useApplicable(room);
  const { data } = applicable;

  if (applicable.isPending) {
    return (
      <div className="addons-loading" role="status">
        <span className="vh">{t("lbl_loading")}</span>
        {[1, 2, 3, 4].map((card) => (
          <Skeleton key={card} block="38rem" />
        ))}
      </div>
    );
  }
  if (!data) {
    return (
      <Notice tone="warn" role="alert">
        <p>{t("lbl_addons_not_loaded")}</p>
        <Button look="line" busy={applicable.isFetching} onClick={() => void applicable.refetch()}>
          {t("lbl_retry")}
        </Button>
      </Notice>
    );
  }
  const { rooms, currency, conversion } = shownRooms([room], own);
  const shown = rooms[0] ?? room;
  const all = offered(
    conversion ? inGuestCurrency(data) : data,
    state.profile?.restrictions.booking_profile.restricted_addons ?? [],
    (addon, fallback) => names.field("ADDON", addon.id, "group", fallback),
  );
  if (all.length === 0) return <p className="quiet">{t("lbl_addons_none")}</p>;

  const put = async (id: string, name: string, entries: ReservationAddon[]) => {
    const told = entries.length > 0 ? "lbl_addon_added" : "lbl_addon_removed";
    const listed = data.flatMap(({ charge_types }) => charge_types).find((addon) => addon.id === id);
    const days = entries.flatMap(({ date }) => date ?? []);
    const cost = listed && entries[0] ? priceOf(listed, entries[0].quantity, days, own) : 0;
    if (await addons.set(room, id, entries, cost)) say(t(told, { addon: name }));
  };
  const grouped = new Set(all.map(({ group }) => group)).size > 1;
  const cards = all.map(({ addon, group }) => {
    const name = names.field("CHARGE", addon.id, "name", addon.name);
    const mine = addons.trouble?.session_id === room.session_id && addons.trouble.id === addon.id;
    return (
      <AddonCard
        key={addon.id}
        addon={addon}
        group={group}
        grouped={grouped}
        chosen={chosenOf(shown, addon)}
        currency={currency}
        rooms={room.number_of_rooms}
        nights={nightsBetween(room.check_in_date, room.check_out_date)}
        busy={addons.under === addon.id}
        waits={addons.saving || (addons.under !== null && addons.under !== addon.id)}
        trouble={mine ? (addons.trouble?.trouble ?? null) : null}
        onAdd={(entries) => void put(addon.id, name, entries)}
        onRemove={() => void put(addon.id, name, [])}
      />
    );
  });
  return <AddonRow cards={cards} />;
}
