-- What guests book beside rooms, from its first step on; `state` is the domain's document.
CREATE TABLE booking (
    property_id BIGINT NOT NULL,
    booking_id UUID NOT NULL,
    -- EVENT or ACTIVITY
    kind TEXT NOT NULL,
    -- OPEN, COMMITTED or EXPIRED
    status TEXT NOT NULL,
    -- Grows with every change: an update names the version it read.
    version BIGINT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    -- Null until it is confirmed.
    confirmation_no TEXT,
    -- When the first of it begins; null until something is chosen.
    starts_at TIMESTAMPTZ,
    state JSONB NOT NULL,
    PRIMARY KEY (property_id, booking_id)
);
CREATE INDEX booking_open ON booking (expires_at) WHERE status = 'OPEN';
CREATE UNIQUE INDEX booking_number ON booking (property_id, confirmation_no);

