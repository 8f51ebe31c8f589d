-- How many places of an activity on a day at a time are taken, from when they are held until they are given back. How
-- many there are is what the hotel's files say, and is named by every update that takes more.
CREATE TABLE activity_time (
    property_id BIGINT NOT NULL,
    day DATE NOT NULL,
    activity_code TEXT NOT NULL,
    -- Of the day, by the hotel's clocks.
    start_minute BIGINT NOT NULL,
    taken BIGINT NOT NULL CHECK (taken >= 0),
    PRIMARY KEY (property_id, day, activity_code, start_minute)
);
