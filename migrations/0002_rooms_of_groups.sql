-- A group's block has stock of its own beside the house's, taken by the same guarded update: the code of the group
-- becomes part of the key of a night. Written as a new table, since SQLite cannot change a key.

CREATE TABLE night_by_group (
    property_id BIGINT NOT NULL,
    day DATE NOT NULL,
    room_type_id TEXT NOT NULL,
    -- Empty is the house.
    group_code TEXT NOT NULL,
    total BIGINT NOT NULL CHECK (total >= 0),
    sold BIGINT NOT NULL CHECK (sold >= 0),
    held BIGINT NOT NULL CHECK (held >= 0),
    changed_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (property_id, day, room_type_id, group_code)
);
INSERT INTO night_by_group (property_id, day, room_type_id, group_code, total, sold, held, changed_at)
    SELECT property_id, day, room_type_id, '', total, sold, held, changed_at FROM night;
DROP TABLE night;
ALTER TABLE night_by_group RENAME TO night;
CREATE INDEX night_changed ON night (property_id, changed_at);
