/** Several rooms, each with its own lead guest where wanted: names and an address for every room but the first. */
import { useI18n } from "../../i18n";
import { Checkbox, TextField } from "../../ui";
import { useNumbered } from "../numbered";
import { fieldWidths } from "./fields";
import { natives } from "./GuestForm";
import { ownFieldId, type RoomGuestsForm } from "./use-room-guests";

export function RoomGuests({ form, busy }: { form: RoomGuestsForm; busy: boolean }) {
  const { t } = useI18n();
  const numbered = useNumbered();
  const widths = fieldWidths(form.fields.map(({ name }) => name));
  return (
    <fieldset className="room-guests">
      <legend>{t("lbl_room_guests_section")}</legend>
      <Checkbox checked={form.on} readOnly={busy} onChange={form.turn}>
        {t("lbl_room_guests")}
      </Checkbox>
      {form.on && <p className="lead">{t("lbl_room_guests_hint")}</p>}
      {form.on &&
        form.rooms.map((room) => (
          <div key={room.room_no} role="group" aria-labelledby={`guest-room-${room.room_no}`}>
            <b id={`guest-room-${room.room_no}`}>{numbered(room)}</b>
            <div className="g">
              {form.fields.map(({ name, required }) => (
                <TextField
                  key={name}
                  {...natives[name]}
                  // the browser knows whoever sits before it, not who comes along
                  autoComplete="off"
                  id={ownFieldId(room.room_no, name)}
                  label={form.words.label(name)}
                  optional={!required}
                  error={form.errorOf(room.room_no, name)}
                  className={widths[name]}
                  readOnly={busy}
                  value={form.typed(room)[name] ?? ""}
                  onChange={(text) => form.type(room, { [name]: text })}
                  onBlur={() => form.leave(room.room_no, name)}
                />
              ))}
            </div>
          </div>
        ))}
    </fieldset>
  );
}
