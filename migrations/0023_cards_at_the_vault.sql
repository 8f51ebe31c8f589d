-- Cards that the vault keeps for us, by their tokens, so that one whose booking never came about, or in whose place the
-- guest gave another one, is forgotten there too. A row goes once the vault has said that the card is gone.
CREATE TABLE vault_card (
    property_id BIGINT NOT NULL,
    token TEXT NOT NULL,
    -- The batch, the event, the activity or the reservation that it was typed for.
    typed_for UUID NOT NULL,
    -- When it is looked at again whether anything refers to it.
    look_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (property_id, token)
);
CREATE INDEX vault_card_due ON vault_card (look_at);
CREATE INDEX payment_by_card ON payment (property_id, card_token) WHERE card_token IS NOT NULL;
