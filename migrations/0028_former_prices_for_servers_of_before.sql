-- Servers of the version before read nothing here until they are replaced: PostgreSQL goes on with a statement that it
-- has prepared only while the types of its columns stay. DISTINCT has it refuse what an import of theirs begins with,
-- its DELETE; SQLite writes to no view.
DROP VIEW asked_price;
CREATE VIEW asked_price AS
SELECT DISTINCT
    property_id,
    CAST(NULL AS DATE) AS day,
    room_type_id,
    rate_plan_id,
    CAST(NULL AS TIMESTAMPTZ) AS asked_until,
    CAST(NULL AS JSONB) AS asked
FROM former_price
WHERE 1 = 0;
