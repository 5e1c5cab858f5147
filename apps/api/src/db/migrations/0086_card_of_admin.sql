-- Whether a card that is typed in is that of the admin of the customer's only domain. Payments of the former release say no, as before.
ALTER TABLE billing_payment ADD COLUMN is_card_of_admin boolean NOT NULL DEFAULT false;
