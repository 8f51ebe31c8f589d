-- A house asks who arrives, what else begins, and what was booked or changed lately (`portico bookings`), page by page.
CREATE INDEX reservation_arrival ON reservation (property_id, arrival);
CREATE INDEX reservation_changed ON reservation (property_id, changed_at);
CREATE INDEX booking_starts ON booking (property_id, starts_at);
