-- Whether the gateway said last that a bank is working on a payment with a card that was typed in.
ALTER TABLE billing_payment ADD COLUMN at_bank boolean NOT NULL DEFAULT false;
