import type { Availability, RoomType } from "../../api";
import { Dialog, Icon, Own, Prose } from "../../ui";
import { useBooking } from "../BookingProvider";
import { Carousel } from "./Carousel";
import { Facts } from "./RoomCard";
import { useGroupName } from "./useFilterWords";
import type { RoomFact } from "./useRoomFacts";

/** Everything about a room: its pictures, its texts whole, what is in it (ROOMS-25, ROOMS-27). */
export function RoomDetails(props: {
  type: RoomType;
  facts: RoomFact[];
  answer: Availability;
  onClose: () => void;
}) {
  const { type, facts, answer, onClose } = props;
  const { names } = useBooking();
  const groupName = useGroupName();
  const has = new Set(type.amenities);
  const groups = answer.room_type_amenity_groups
    .map((group) => ({ ...group, amenities: group.amenities.filter((amenity) => has.has(amenity.code)) }))
    .filter((group) => group.amenities.length > 0);
  return (
    <Dialog wide title={<Own as="span">{type.name}</Own>} onClose={onClose}>
      <div className="room-details">
        {type.images.length > 0 && <Carousel pictures={type.images} name={type.name} />}
        <Facts facts={facts} />
        <Prose html={type.description} />
        {type.additional_details && <Prose html={type.additional_details} />}
        {groups.map((group) => (
          <section key={group.name}>
            <h3>{groupName(group)}</h3>
            <ul className="amenities">
              {group.amenities.map((amenity) => (
                <li key={amenity.code}>
                  <Icon name="check" small />
                  <Own as="span">{names.field("AMENITY", amenity.code, "name", amenity.name)}</Own>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
