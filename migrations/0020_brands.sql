-- The hotels of a brand as its page lists them: taken from each hotel's own files, and written with them.
CREATE TABLE brand_property (
    property_id BIGINT PRIMARY KEY,
    brand_code TEXT NOT NULL,
    -- That of the property: whoever keeps a brand in memory sees by it that one of its hotels was imported again.
    revision BIGINT NOT NULL,
    content JSONB NOT NULL
);
CREATE INDEX brand_property_of ON brand_property (brand_code, property_id);

-- Servers ask which properties changed lately, all of them in one question.
DROP INDEX night_changed;
CREATE INDEX night_changed ON night (changed_at, property_id);
