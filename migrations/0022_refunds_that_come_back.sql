-- A refund may be on its way to the guest for days, and come back from a card that is no more, even after it was given.
-- States: WAITING, REFUNDING, PENDING (the gateway has it, the guest's bank not yet), REFUNDED, FAILED (it came back for
-- good) and SETTLED (the hotel gave it another way).

-- How often it came back: each time it is asked for anew under this number.
ALTER TABLE refund ADD COLUMN failures BIGINT NOT NULL DEFAULT 0;
-- Why it came back the last time, in the gateway's own word.
ALTER TABLE refund ADD COLUMN failure TEXT;
DROP INDEX refund_unfinished;
CREATE INDEX refund_unfinished ON refund (act_at) WHERE state IN ('REFUNDING', 'PENDING');
