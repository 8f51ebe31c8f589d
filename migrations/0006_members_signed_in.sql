-- Members who are signed in, with what their provider said about them: kept until the session ends, and no longer.
CREATE TABLE member_session (
    property_id BIGINT NOT NULL,
    -- SHA-256 of the secret in the member's cookie, hex: whoever reads the table cannot sign in with it.
    session_key TEXT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    member JSONB NOT NULL,
    PRIMARY KEY (property_id, session_key)
);
CREATE INDEX member_session_ends ON member_session (property_id, expires_at);
