-- The card that paid, as its guest knows it, so that a refund can be told with its card after another one holds the stay.
-- Null where it is not known: for payments of before, and for links whose gateway does not tell it.
ALTER TABLE payment ADD COLUMN card_number TEXT;
ALTER TABLE payment ADD COLUMN card_brand TEXT;
