-- Cards are forgotten when no payment refers to them.
CREATE INDEX vault_payments_by_token ON vault_payments (token);
