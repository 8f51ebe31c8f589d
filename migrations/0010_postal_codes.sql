-- Which places a postal code is of: published data that belongs to no property, replaced country by country.
CREATE TABLE postal_code (
    country TEXT NOT NULL,
    -- Letters and digits in capitals.
    code TEXT NOT NULL,
    -- [{"city", "state", "state_code"}, ...], the one to fill in first.
    places JSONB NOT NULL,
    PRIMARY KEY (country, code)
);
