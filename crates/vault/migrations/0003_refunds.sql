-- What was given back of a payment, under keys of the booking side: the same key is the same refund.
CREATE TABLE vault_refunds (
    property_id BIGINT NOT NULL,
    refund_key  TEXT   NOT NULL,
    payment_key TEXT   NOT NULL,
    amount      BIGINT NOT NULL CHECK (amount > 0),
    changed_at  BIGINT NOT NULL,
    PRIMARY KEY (property_id, refund_key)
);
