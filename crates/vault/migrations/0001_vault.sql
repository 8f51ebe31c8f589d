-- The card vault's own tables, in its own database. One text for SQLite and PostgreSQL.
-- Instants are whole seconds since 1970 and passed in. Secrets handed out (frame keys, session keys,
-- payment keys) are kept only as SHA-256, so that who reads this database cannot use them.

-- One card form shown to one guest.
CREATE TABLE vault_sessions (
    request_id       TEXT   NOT NULL PRIMARY KEY,
    frame_key_hash   TEXT   NOT NULL UNIQUE,
    session_key_hash TEXT   NOT NULL UNIQUE,
    property_id      BIGINT NOT NULL,
    page_origin      TEXT   NOT NULL,
    locale           TEXT   NOT NULL,
    submits          BIGINT NOT NULL,
    expires_at       BIGINT NOT NULL
);
CREATE INDEX vault_sessions_by_expiry ON vault_sessions (expires_at);

-- A card. `sealed` is the number alone, encrypted; the security code has no column anywhere.
-- `delivered_at` is null until the booking side has the token: what nobody fetched is deleted.
CREATE TABLE vault_cards (
    token              TEXT   NOT NULL PRIMARY KEY,
    property_id        BIGINT NOT NULL,
    key_id             TEXT   NOT NULL,
    sealed             TEXT   NOT NULL,
    masked             TEXT   NOT NULL,
    brand              TEXT   NOT NULL,
    expire_month       BIGINT NOT NULL CHECK (expire_month BETWEEN 1 AND 12),
    expire_year        BIGINT NOT NULL,
    holder             TEXT   NOT NULL,
    unique_code        TEXT   NOT NULL,
    external_reference TEXT   NOT NULL,
    created_at         BIGINT NOT NULL,
    delivered_at       BIGINT
);
CREATE INDEX vault_cards_by_delivery ON vault_cards (delivered_at, created_at);
CREATE INDEX vault_cards_by_key ON vault_cards (key_id);

-- What the frame gives the page after a submit: good for one exchange. No token when the issuer said no.
CREATE TABLE vault_payment_keys (
    payment_key_hash TEXT   NOT NULL PRIMARY KEY,
    request_id       TEXT   NOT NULL REFERENCES vault_sessions (request_id) ON DELETE CASCADE,
    verdict          TEXT   NOT NULL CHECK (verdict IN ('APPROVED', 'DECLINED', 'EXPIRED')),
    token            TEXT   REFERENCES vault_cards (token) ON DELETE CASCADE,
    submit           BIGINT NOT NULL,
    expires_at       BIGINT NOT NULL,
    used_at          BIGINT
);
CREATE INDEX vault_payment_keys_by_session ON vault_payment_keys (request_id, submit);
CREATE INDEX vault_payment_keys_by_token ON vault_payment_keys (token);

-- Keys that must outlive a change of the encryption key, encrypted with it.
CREATE TABLE vault_secrets (
    name   TEXT NOT NULL PRIMARY KEY,
    key_id TEXT NOT NULL,
    sealed TEXT NOT NULL
);
