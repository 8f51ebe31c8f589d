-- What a guest gets back: written in the transaction that gives the room back, then asked of the payment gateway, again
-- and again until it is done.
CREATE TABLE refund (
    property_id BIGINT NOT NULL,
    reservation_id UUID NOT NULL,
    -- The version of the reservation that it came with.
    version BIGINT NOT NULL,
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
    PRIMARY KEY (property_id, reservation_id, version)
);
CREATE INDEX refund_unfinished ON refund (act_at) WHERE state = 'REFUNDING';
