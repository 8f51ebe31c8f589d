-- Points of members. What a member can spend stands in one row that is changed by guarded updates alone, so that it
-- never falls below zero; why it is what it is stands in entries that are only ever added: their sum is the balance.
CREATE TABLE member_points (
    property_id BIGINT NOT NULL,
    account_number TEXT NOT NULL,
    balance BIGINT NOT NULL CHECK (balance >= 0),
    PRIMARY KEY (property_id, account_number)
);

CREATE TABLE points_entry (
    property_id BIGINT NOT NULL,
    account_number TEXT NOT NULL,
    entry_id UUID NOT NULL,
    -- OPENING, EARN, HOLD, GIVE_BACK, REDEEM.
    kind TEXT NOT NULL,
    -- What it does to the balance: below zero for points that go.
    points BIGINT NOT NULL,
    -- The booking that holds them, until it is made.
    batch_id UUID,
    -- The stay that they paid for, or that brought them.
    reservation_id UUID,
    written_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (property_id, account_number, entry_id)
);

-- What a stay will bring when it has ended; gone when it was credited or the stay was cancelled.
CREATE TABLE points_to_come (
    property_id BIGINT NOT NULL,
    reservation_id UUID NOT NULL,
    account_number TEXT NOT NULL,
    points BIGINT NOT NULL CHECK (points > 0),
    credit_on DATE NOT NULL,
    PRIMARY KEY (property_id, reservation_id)
);
CREATE INDEX points_to_come_due ON points_to_come (credit_on);
