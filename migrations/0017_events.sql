-- When spaces are taken: a row for each quarter of an hour, preparing and clearing in them, so that the key keeps two
-- bookings from one space at one time, whatever either of them has read before.
CREATE TABLE space_quarter (
    property_id BIGINT NOT NULL,
    space_code TEXT NOT NULL,
    -- Quarters of an hour since 1970, in UTC: no clock that is turned has one twice.
    quarter BIGINT NOT NULL,
    -- Whose it is, from the hold on.
    booking_id UUID NOT NULL,
    PRIMARY KEY (property_id, quarter, space_code)
);
CREATE INDEX space_quarter_of ON space_quarter (property_id, booking_id);
