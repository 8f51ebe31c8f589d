-- Payments that a guest makes on a page of ours (src/links.rs). Until a card pays, such a payment is OFFERED and has no
-- token; a card that is refused leaves it so.

-- SHA-256 of what its address ends with.
ALTER TABLE vault_payments ADD COLUMN link_hash TEXT;
-- Who is paid, for the page.
ALTER TABLE vault_payments ADD COLUMN payee TEXT NOT NULL DEFAULT '';
ALTER TABLE vault_payments ADD COLUMN locale TEXT NOT NULL DEFAULT 'en_US';
-- The page takes no card after it; null for a payment by a card that was given before.
ALTER TABLE vault_payments ADD COLUMN expires_at BIGINT;
-- Cards that were sent.
ALTER TABLE vault_payments ADD COLUMN submits BIGINT NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX vault_payments_by_link ON vault_payments (link_hash);
