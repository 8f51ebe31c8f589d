/** What was wished beside a room and does not go with it, or not as many: nobody took it off, so it has to be told. */
import type { SelectedRoom } from "../api";
import { type LabelKey, useI18n } from "../i18n";
import { Button, Notice } from "../ui";
import { ADD_AGAIN, leftOutLines } from "./added";
import { useAddedWords } from "./added-words";
import { useBooking } from "./BookingProvider";
import { afterRooms, type StepName } from "./flow";
import { useGo } from "./go";
import { withLeftBehind } from "./left-behind";

/** Why it is left out altogether. */
const LACKS: Record<string, LabelKey> = {
  TOO_FEW: "lbl_left_out_sold_out",
  [ADD_AGAIN]: "lbl_left_out_again",
};

/** On the step that follows the rooms, whichever that is, and where more of it may be left out. */
export function LeftOutAt({ step, rooms: chosen }: { step: StepName; rooms: readonly SelectedRoom[] }) {
  const { t } = useI18n();
  const rooms = chosen.map(withLeftBehind);
  const { facts } = useBooking();
  const here = step === "addons" || afterRooms(facts) === step;
  if (!here || rooms.every(({ left_out_addons }) => left_out_addons.length === 0)) return null;
  return (
    <Notice tone="warn" role="status" className="left-out">
      <p>{t("lbl_left_out")}</p>
      <LeftOutLines rooms={rooms} />
    </Notice>
  );
}

/** A room's package led past the add-ons, which the rooms without one can have too. */
export function PassedAddons() {
  const { t } = useI18n();
  const { state, facts, steps } = useBooking();
  const go = useGo();
  const others = state.selected.some((room) => room.package_id === null);
  if (!facts.hasPackage || !others || facts.bookWithPoints || !steps.includes("addons")) return null;
  return (
    <Notice className="left-out">
      <p>{t("lbl_addons_passed")}</p>
      <Button look="line" onClick={() => go("addons")}>
        {t("lbl_step_addons")}
      </Button>
    </Notice>
  );
}

/** A line for each, with its days and why. */
export function LeftOutLines({ rooms }: { rooms: readonly SelectedRoom[] }) {
  if (rooms.every(({ left_out_addons }) => left_out_addons.length === 0)) return null;
  return (
    <ul className="left-out">
      {rooms.map((room) => (
        <OfRoom key={room.session_id} room={room} />
      ))}
    </ul>
  );
}

function OfRoom({ room }: { room: SelectedRoom }) {
  const { t } = useI18n();
  const { names } = useBooking();
  const words = useAddedWords(room);
  return leftOutLines(room.left_out_addons).map((line) => {
    const addon = names.field("CHARGE", line.id, "name", line.name);
    const told =
      line.quantity > 0
        ? t("lbl_left_out_fewer", { addon, count: line.quantity, wished: line.wished })
        : t(LACKS[line.reason] ?? "lbl_left_out_not_offered", { addon });
    return (
      <li key={[line.id, ...line.days].join()}>{[told, words.when(line)].filter(Boolean).join(" · ")}</li>
    );
  });
}
