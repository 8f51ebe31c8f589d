-- An import that is still writing there is waited for.
ALTER TABLE asked_price RENAME TO asked_price_by_night;

-- What may be shown struck through, read whole when a board is built: one document for each room type and rate plan
-- instead of a row for each night and price.
CREATE TABLE former_price (
    property_id BIGINT NOT NULL,
    room_type_id TEXT NOT NULL,
    rate_plan_id TEXT NOT NULL,
    -- Former prices, each with the nights that it was asked for.
    content TEXT NOT NULL,
    PRIMARY KEY (property_id, room_type_id, rate_plan_id)
);

INSERT INTO former_price (property_id, room_type_id, rate_plan_id, content)
SELECT
    property_id,
    room_type_id,
    rate_plan_id,
    '[' || string_agg(
        '[{"from":"' || CAST(asked_from AS TEXT) || '","until":"' || CAST(asked_until AS TEXT) || '","asked":'
        || COALESCE(CAST(asked AS TEXT), 'null') || '},["' || CAST(day AS TEXT) || '"]]',
        ','
    ) || ']'
FROM (
    SELECT
        asked_price_by_night.*,
        COALESCE(
            LAG(asked_until) OVER (PARTITION BY property_id, room_type_id, rate_plan_id, day ORDER BY asked_until),
            (SELECT since FROM price_ledger WHERE price_ledger.property_id = asked_price_by_night.property_id)
        ) AS asked_from
    FROM asked_price_by_night
) AS asked_in_time
GROUP BY property_id, room_type_id, rate_plan_id;

DROP TABLE asked_price_by_night;

-- Servers of the version before read nothing here until they are replaced, and imports of it are refused.
CREATE VIEW asked_price AS
SELECT
    property_id,
    CAST(NULL AS DATE) AS day,
    room_type_id,
    rate_plan_id,
    CAST(NULL AS TIMESTAMP) AS asked_until,
    CAST(NULL AS TEXT) AS asked
FROM former_price
WHERE 1 = 0;
