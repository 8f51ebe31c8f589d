/** Names and descriptions in the guest's language: the dynamic fields laid over what the calls answer (I18N-09). Pure. */
import type { DynamicField, Property, RoomType } from "../api";

export type Translate = (type: string, id: string, field: string, fallback: string) => string;

export function translator(fields: readonly DynamicField[]): Translate {
  const found = new Map<string, string>();
  for (const entry of fields) {
    for (const { field_name, field_value } of entry.multilingual_dynamic_field_details) {
      if (!field_value) continue;
      found.set(`${entry.object_type}/${entry.object_id}/${field_name}`, field_value);
      found.set(`${entry.object_type}/${entry.object_code}/${field_name}`, field_value);
    }
  }
  return (type, id, field, fallback) => found.get(`${type}/${id}/${field}`) ?? fallback;
}

export interface Names {
  room: (id: string, fallback: string) => string;
  rate: (id: string, fallback: string) => string;
  /** Any field: `field("RATE_CODE", "FLEX", "additional_details", text)`. */
  field: Translate;
  /** A room type with all its texts. */
  roomType: (room: RoomType) => RoomType;
  /** The property with all its texts. */
  property: (property: Property) => Property;
}

const propertyTexts = [
  "name",
  "tagline",
  "address",
  "city",
  "state",
  "additional_details",
  "pet_policy",
  "guarantee_policy",
  "refund_policy",
  "cancellation_policy",
] as const;

export function namesFrom(fields: readonly DynamicField[]): Names {
  const field = translator(fields);
  return {
    field,
    room: (id, fallback) => field("ROOM_TYPE", id, "name", fallback),
    rate: (id, fallback) => field("RATE_CODE", id, "name", fallback),
    // a long list in the hotel's own language is not copied
    roomType: (room) =>
      fields.length === 0
        ? room
        : {
            ...room,
            name: field("ROOM_TYPE", room.id, "name", room.name),
            description: field("ROOM_TYPE", room.id, "description", room.description),
            additional_details: field("ROOM_TYPE", room.id, "additional_details", room.additional_details),
            view: field("ROOM_TYPE", room.id, "view", room.view ?? "") || null,
            images: room.images.map((image, index) => ({
              ...image,
              alt: field("ROOM_TYPE", room.id, `images.${index}.alt`, image.alt),
            })),
          },
    property: (property) => {
      const own = (name: string, text: string) =>
        field("PROPERTY", property.code, name, field("PROPERTY", String(property.id), name, text));
      const texts = Object.fromEntries(
        propertyTexts.map((name) => [name, own(name, property[name] ?? "") || property[name]]),
      );
      const cover = property.cover_image;
      const cover_image = cover && { ...cover, alt: own("cover_photo_alt", cover.alt) };
      return { ...property, ...texts, cover_image };
    },
  };
}
