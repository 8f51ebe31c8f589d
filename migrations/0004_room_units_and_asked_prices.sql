-- Doors that guests have chosen: a row for each door and night, so that the key keeps two bookings from one door.
-- That a room of its type is left is the night's affair; a door is only which one.
CREATE TABLE room_unit_night (
    property_id BIGINT NOT NULL,
    day DATE NOT NULL,
    room_id TEXT NOT NULL,
    -- Whose it is, from the hold on until the stay is given back.
    batch_id UUID NOT NULL,
    PRIMARY KEY (property_id, day, room_id)
);

-- The prices that were asked for a night until they were changed: what may be shown struck through is read from here.
-- Kept for thirty days.
CREATE TABLE asked_price (
    property_id BIGINT NOT NULL,
    day DATE NOT NULL,
    room_type_id TEXT NOT NULL,
    rate_plan_id TEXT NOT NULL,
    asked_until TIMESTAMPTZ NOT NULL,
    -- As the board prices it; null where the night was not on sale until then.
    asked JSONB,
    PRIMARY KEY (property_id, day, room_type_id, rate_plan_id, asked_until)
);

-- From when on a property's changes of price are written down.
CREATE TABLE price_ledger (
    property_id BIGINT NOT NULL PRIMARY KEY,
    since TIMESTAMPTZ NOT NULL
);
