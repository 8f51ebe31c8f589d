-- What one euro was on a day, by currency: the one table that belongs to no property, since every hotel converts by
-- the same published rates. Read whole, a day at a time.
CREATE TABLE exchange_rates (
    day DATE NOT NULL PRIMARY KEY,
    -- {"USD": "1.1684", ...}: decimal text, so that no digit is lost.
    per_euro JSONB NOT NULL
);
