-- By how much an order's steps after a failed renewal, or after the stop, are put off, because one of them came late.
ALTER TABLE order_billing ADD COLUMN late_millis bigint NOT NULL DEFAULT 0;
