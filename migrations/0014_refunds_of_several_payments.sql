-- A stay that was changed may have been paid in parts: one change of a reservation gives back a part of each payment.
-- Written as a new table, since SQLite cannot change a key.
CREATE TABLE refund_by_part (
    property_id BIGINT NOT NULL,
    reservation_id UUID NOT NULL,
    -- The version of the reservation that it came with.
    version BIGINT NOT NULL,
    -- From 0, the last payment's first.
    part BIGINT NOT NULL,
    -- The payment it is taken from.
    batch_id UUID NOT NULL,
    attempt BIGINT NOT NULL,
    -- REFUNDING or REFUNDED
    state TEXT NOT NULL,
    -- Minor units of the currency.
    amount BIGINT NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    -- From when on the server goes on with it by itself.
    act_at TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (property_id, reservation_id, version, part)
);
INSERT INTO refund_by_part (property_id, reservation_id, version, part, batch_id, attempt, state, amount, currency,
    act_at, created_at, changed_at)
    SELECT property_id, reservation_id, version, 0, batch_id, attempt, state, amount, currency, act_at, created_at,
        changed_at FROM refund;
DROP TABLE refund;
ALTER TABLE refund_by_part RENAME TO refund;
CREATE INDEX refund_unfinished ON refund (act_at) WHERE state = 'REFUNDING';
