-- Payments that are offered: the booking stands, and its guest pays by a link instead of with a card that was given
-- before. Such a payment has no card here. A new table, since SQLite cannot make a column nullable.
CREATE TABLE payment_by_card_or_link (
    property_id BIGINT NOT NULL,
    batch_id UUID NOT NULL,
    -- From 1; another card is another attempt.
    attempt BIGINT NOT NULL,
    -- AUTHORISING, OFFERED, CAPTURING, CAPTURED, VOIDING, VOIDED or DECLINED
    state TEXT NOT NULL,
    -- Minor units of the currency.
    amount BIGINT NOT NULL CHECK (amount > 0),
    currency TEXT NOT NULL,
    -- What stands for the card at the vault; null for a payment by link.
    card_token TEXT,
    -- Until when the link takes money; null for a payment by card.
    link_until TIMESTAMPTZ,
    -- The language that the guest booked in, for what is written once the link is paid.
    language TEXT,
    -- From when on the server goes on with it by itself.
    act_at TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (property_id, batch_id, attempt)
);
INSERT INTO payment_by_card_or_link
    (property_id, batch_id, attempt, state, amount, currency, card_token, act_at, created_at, changed_at)
    SELECT property_id, batch_id, attempt, state, amount, currency, card_token, act_at, created_at, changed_at
    FROM payment;
DROP TABLE payment;
ALTER TABLE payment_by_card_or_link RENAME TO payment;
CREATE INDEX payment_unfinished ON payment (act_at) WHERE state IN ('AUTHORISING', 'OFFERED', 'CAPTURING', 'VOIDING');
-- A booking is paid once, whatever else goes wrong.
CREATE UNIQUE INDEX payment_once ON payment (property_id, batch_id) WHERE state IN ('OFFERED', 'CAPTURING', 'CAPTURED');
-- A refund whose payment is still only offered waits for it: state WAITING.

-- What a payment provider was asked under our keys, for gateways whose provider has names of its own for payments. Written
-- before it is asked, so that what it was asked can be asked again, word for word, after an answer that was lost.
CREATE TABLE gateway_payment (
    property_id BIGINT NOT NULL,
    payment_key TEXT NOT NULL,
    -- The form that was sent; empty for a key that was closed before anything was asked.
    asked TEXT NOT NULL,
    -- The provider's name for the payment; null until it has answered.
    reference TEXT,
    -- Given up: whatever comes late by this key sets nothing aside.
    closed BOOLEAN NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (property_id, payment_key)
);
