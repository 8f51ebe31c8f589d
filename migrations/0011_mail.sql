-- E-mails that are owed to guests: written with the booking, sent afterwards. Who gets one stands in the reservations.
CREATE TABLE mail (
    property_id BIGINT NOT NULL,
    -- Part of its Message-ID.
    mail_id UUID NOT NULL,
    -- WAITING, SENT or GIVEN_UP
    status TEXT NOT NULL,
    confirmation_nos JSONB NOT NULL,
    language TEXT,
    -- Grows with every try: whoever tries names the number it read.
    tries BIGINT NOT NULL,
    next_try_at TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (property_id, mail_id)
);
CREATE INDEX mail_waiting ON mail (next_try_at) WHERE status = 'WAITING';
