-- What is booked beside rooms belongs to a stay, and is given back: its status may be CANCELLED from now on.

-- The reservation that it belongs to; null for what was booked by itself.
ALTER TABLE booking ADD COLUMN stay_reservation_id UUID;
CREATE INDEX booking_of_stay ON booking (property_id, stay_reservation_id) WHERE stay_reservation_id IS NOT NULL;

-- What became of a booking after it was confirmed: one row for each change, never altered.
CREATE TABLE booking_change (
    property_id BIGINT NOT NULL,
    booking_id UUID NOT NULL,
    -- The version of the booking after the change.
    version BIGINT NOT NULL,
    at TIMESTAMPTZ NOT NULL,
    -- CANCELLED
    kind TEXT NOT NULL,
    -- What changed, without what the guest typed.
    detail JSONB NOT NULL,
    PRIMARY KEY (property_id, booking_id, version)
);
