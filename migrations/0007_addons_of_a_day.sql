-- How many of an add-on are taken on a day, from when they are held until they are given back. How many there are is
-- what the hotel's files say, and is named by every update that takes more: so a re-import changes no row.
CREATE TABLE addon_day (
    property_id BIGINT NOT NULL,
    day DATE NOT NULL,
    addon_code TEXT NOT NULL,
    taken BIGINT NOT NULL CHECK (taken >= 0),
    PRIMARY KEY (property_id, day, addon_code)
);
