-- Payments at the sandbox bank (src/sandbox.rs), which the booking side asks for under keys of its own: the same key is
-- the same payment, however often it is asked. Amounts are minor units.
CREATE TABLE vault_payments (
    property_id    BIGINT NOT NULL,
    payment_key    TEXT   NOT NULL,
    -- Null for a key that was given up before any card came to it.
    token          TEXT   REFERENCES vault_cards (token),
    amount         BIGINT NOT NULL,
    currency       TEXT   NOT NULL,
    -- The amount in words of people, for the bank's page.
    shown_amount   TEXT   NOT NULL,
    -- CHALLENGE, AUTHORISED, CAPTURED, VOIDED, REFUNDED or DECLINED
    state          TEXT   NOT NULL,
    page_origin    TEXT   NOT NULL,
    -- SHA-256 of the key in the address of the bank's page; the last one given counts.
    challenge_hash TEXT   UNIQUE,
    changed_at     BIGINT NOT NULL,
    PRIMARY KEY (property_id, payment_key)
);
