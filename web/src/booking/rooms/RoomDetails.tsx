import type { Availability, RoomType } from "../../api";
import { useI18n } from "../../i18n";
import { Dialog, Icon, Picture, Prose } from "../../ui";
import { useBooking } from "../BookingProvider";
import type { RoomFact } from "./useRoomFacts";

/** Everything about a room: its pictures, its texts whole, what is in it (ROOMS-25). */
export function RoomDetails(props: {
  type: RoomType;
  facts: RoomFact[];
  answer: Availability;
  onClose: () => void;
}) {
  const { type, facts, answer, onClose } = props;
  const { t } = useI18n();
  const { names } = useBooking();
  const has = new Set(type.amenities);
  const groups = answer.room_type_amenity_groups
    .map((group) => ({ ...group, amenities: group.amenities.filter((amenity) => has.has(amenity.code)) }))
    .filter((group) => group.amenities.length > 0);
  return (
    <Dialog wide title={type.name} onClose={onClose}>
      <div className="room-details">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls must be reachable by keyboard */}
        <ul className="gallery" tabIndex={0} aria-label={t("lbl_pictures")}>
          {type.images.map((image, index) => (
            <li key={image.url}>
              <Picture {...image} sizes="(max-width: 48rem) 90vw, 40rem" first={index === 0} />
            </li>
          ))}
        </ul>
        <ul className="facts">
          {facts.map((fact) => (
            <li key={fact.icon}>
              <Icon name={fact.icon} />
              {fact.text}
            </li>
          ))}
        </ul>
        <Prose html={type.description} />
        {type.additional_details && <Prose html={type.additional_details} />}
        {groups.map((group) => (
          <section key={group.name}>
            <h3>{names.field("AMENITY_GROUP", group.name, "name", group.name)}</h3>
            <ul className="amenities">
              {group.amenities.map((amenity) => (
                <li key={amenity.code}>
                  <Icon name="check" small />
                  {names.field("AMENITY", amenity.code, "name", amenity.name)}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
