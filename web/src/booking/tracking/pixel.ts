/** The conversion pixel of a travel-marketing service (ANALYTICS-08, ANALYTICS-09): once for each choice,
 * also of rooms that are taken together, and once for each room that is booked. */
import type { ConfirmedRoom, Property, SelectedRoom } from "../../api";

/** The address of a room's pixel; null for a hotel that has none. */
export function pixelAddress(
  property: Property,
  room:
    | { type: "selected"; of: SelectedRoom; session_id: string }
    | { type: "confirmed"; of: ConfirmedRoom; session_id: string },
): string | null {
  const { conversion_pixel_url: base, website_config, currency } = property;
  if (!base || !website_config.sojern_id) return null;
  const address = new URL(base);
  const total =
    room.type === "selected" ? room.of.price_summary.total_amount_after_tax_and_fee : room.of.total_amount;
  const told = {
    id: website_config.sojern_id,
    type: room.type,
    check_in_date: room.of.check_in_date,
    check_out_date: room.of.check_out_date,
    city: property.city ?? "",
    state: property.state ?? "",
    property_name: property.name,
    room_count: "1",
    property_id: String(property.id),
    currency: (room.type === "confirmed" ? room.of.currency : currency) || "USD",
    grand_total: String(total),
    confirmation_number: room.type === "confirmed" ? room.of.confirmation_no : "",
    session_id: room.session_id,
    email_hash: "",
  };
  for (const [name, value] of Object.entries(told)) address.searchParams.set(name, value);
  return address.href;
}

/** Puts a pixel into the page. */
export function addPixel(address: string | null): void {
  if (!address) return;
  const pixel = document.createElement("img");
  pixel.alt = "";
  pixel.hidden = true;
  pixel.width = 1;
  pixel.height = 1;
  pixel.dataset.pixel = "";
  pixel.src = address;
  document.body.append(pixel);
}
