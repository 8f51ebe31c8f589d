-- What became of a reservation after it was made: one row for each change, never altered.

-- Grows with every change: an update names the version it read.
ALTER TABLE reservation ADD COLUMN version BIGINT NOT NULL DEFAULT 0;

CREATE TABLE reservation_change (
    property_id BIGINT NOT NULL,
    reservation_id UUID NOT NULL,
    -- The version of the reservation after the change.
    version BIGINT NOT NULL,
    at TIMESTAMPTZ NOT NULL,
    -- CANCELLED, GUEST, CARD or STATUS
    kind TEXT NOT NULL,
    -- What changed, without what the guest typed.
    detail JSONB NOT NULL,
    PRIMARY KEY (property_id, reservation_id, version)
);
