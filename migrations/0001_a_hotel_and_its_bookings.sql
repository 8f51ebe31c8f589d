-- One text for SQLite and PostgreSQL. property_id leads every key: a distributed database shards by it.
-- No now(), no triggers, no volatile defaults: time is passed in.

CREATE TABLE property (
    property_id BIGINT NOT NULL PRIMARY KEY,
    code TEXT NOT NULL,
    -- Grows by one with every import; servers follow it to renew their boards.
    revision BIGINT NOT NULL,
    content JSONB NOT NULL,
    imported_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE media (
    property_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    content_type TEXT NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (property_id, name)
);

-- Prices and restrictions of one room type in one plan: few rows, read whole when a board is built.
CREATE TABLE night_row (
    property_id BIGINT NOT NULL,
    room_type_id TEXT NOT NULL,
    rate_plan_id TEXT NOT NULL,
    content JSONB NOT NULL,
    PRIMARY KEY (property_id, room_type_id, rate_plan_id)
);

-- The authority on what is left: total - sold - held. Taken only by a guarded update.
CREATE TABLE night (
    property_id BIGINT NOT NULL,
    day DATE NOT NULL,
    room_type_id TEXT NOT NULL,
    total BIGINT NOT NULL CHECK (total >= 0),
    sold BIGINT NOT NULL CHECK (sold >= 0),
    held BIGINT NOT NULL CHECK (held >= 0),
    changed_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (property_id, day, room_type_id)
);
CREATE INDEX night_changed ON night (property_id, changed_at);

-- An unfinished booking with its sessions, choices and holds; `state` is the domain's batch.
CREATE TABLE batch (
    property_id BIGINT NOT NULL,
    batch_id UUID NOT NULL,
    -- OPEN, COMMITTED or EXPIRED
    status TEXT NOT NULL,
    -- Grows with every change: an update names the version it read.
    version BIGINT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    state JSONB NOT NULL,
    PRIMARY KEY (property_id, batch_id)
);
CREATE INDEX batch_open ON batch (expires_at) WHERE status = 'OPEN';

CREATE TABLE reservation (
    property_id BIGINT NOT NULL,
    reservation_id UUID NOT NULL,
    confirmation_no TEXT NOT NULL,
    batch_id UUID NOT NULL,
    -- HOLD (confirmed) or CANCELLED
    status TEXT NOT NULL,
    room_type_id TEXT NOT NULL,
    arrival DATE NOT NULL,
    departure DATE NOT NULL,
    currency TEXT NOT NULL,
    -- Minor units of the currency, everything mandatory in it.
    total BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL,
    detail JSONB NOT NULL,
    PRIMARY KEY (property_id, reservation_id)
);
CREATE UNIQUE INDEX reservation_number ON reservation (property_id, confirmation_no);
