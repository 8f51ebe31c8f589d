-- Money asked of a card for a booking: a row is written before the payment gateway is asked, so that whatever a crash
-- leaves open is finished or given up afterwards. An attempt is one card and one amount, under one key at the gateway.
CREATE TABLE payment (
    property_id BIGINT NOT NULL,
    batch_id UUID NOT NULL,
    -- From 1; another card is another attempt.
    attempt BIGINT NOT NULL,
    -- AUTHORISING, CAPTURING, CAPTURED, VOIDING, VOIDED or DECLINED
    state TEXT NOT NULL,
    -- Minor units of the currency.
    amount BIGINT NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    -- What stands for the card at the vault.
    card_token TEXT NOT NULL,
    -- From when on the server goes on with it by itself.
    act_at TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (property_id, batch_id, attempt)
);
CREATE INDEX payment_unfinished ON payment (act_at) WHERE state IN ('AUTHORISING', 'CAPTURING', 'VOIDING');
-- A booking is paid once, whatever else goes wrong.
CREATE UNIQUE INDEX payment_once ON payment (property_id, batch_id) WHERE state IN ('CAPTURING', 'CAPTURED');
