import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { property, roomTypes } from "../api/mock/hotel";
import { namesFrom } from "./names";

const entry = (object_type: string, object_id: string, fields: Record<string, string>) => ({
  language_code: "ar_AE",
  object_type,
  object_code: object_id,
  object_id,
  multilingual_dynamic_field_details: Object.entries(fields).map(([field_name, field_value]) => ({
    field_name,
    field_value,
  })),
});

// clause: I18N-09
test("names and texts of rooms, rates and the property are replaced, and only those there are", () => {
  const names = namesFrom([
    entry("ROOM_TYPE", "DELUXE_KING", { name: "غرفة كينغ", description: "", "images.0.alt": "سرير كينغ" }),
    entry("RATE_CODE", "FLEX", { name: "مرن" }),
    entry("PROPERTY", "HARB", { name: "بيت المرفأ", cover_photo_alt: "المرفأ عند الغسق" }),
  ]);
  expect(names.room("DELUXE_KING", "Deluxe King")).toBe("غرفة كينغ");
  expect(names.room("TWIN", "Twin")).toBe("Twin");
  expect(names.rate("FLEX", "Flexible")).toBe("مرن");
  expect(names.rate("DELUXE_KING", "x")).toBe("x");
  const king = roomTypes[1];
  if (!king) throw new Error("the pretended hotel has rooms");
  expect(names.roomType(king)).toMatchObject({ name: "غرفة كينغ", description: king.description });
  expect(names.roomType(king).images.map((image) => image.alt)).toEqual([
    "سرير كينغ",
    ...king.images.slice(1).map((image) => image.alt),
  ]);
  expect(names.property(property)).toMatchObject({
    name: "بيت المرفأ",
    address: property.address,
    cover_image: { ...property.cover_image, alt: "المرفأ عند الغسق" },
  });
});

// clause: I18N-09
test("every text of the property that a hotel may translate is replaced", () => {
  const root = process.cwd().endsWith("web") ? ".." : ".";
  const schema = JSON.parse(readFileSync(join(root, "docs/schema/translation.json"), "utf8"));
  const texts = Object.fromEntries(
    Object.keys(schema.properties.hotel.properties).map((name) => [name, `${name} in Arabic`]),
  );
  expect(texts).toHaveProperty("state");
  expect(namesFrom([entry("PROPERTY", "HARB", texts)]).property(property)).toMatchObject(texts);
});
