-- Where guests choose doors: the stays that chose none, so that a chosen door leaves each of them one that is free for
-- all its nights. Equal stays share a row. Made anew by each import.
CREATE TABLE room_unit_open (
    property_id BIGINT NOT NULL,
    room_type_id TEXT NOT NULL,
    arrival DATE NOT NULL,
    departure DATE NOT NULL,
    rooms BIGINT NOT NULL CHECK (rooms >= 0),
    PRIMARY KEY (property_id, room_type_id, arrival, departure)
);

-- Whoever changes who sleeps behind the doors of a property writes its row first: two who each leave the others a door
-- may leave them none together.
CREATE TABLE room_unit_turn (
    property_id BIGINT NOT NULL PRIMARY KEY,
    turns BIGINT NOT NULL
);
