ALTER TABLE "billing_payment" ADD COLUMN "saves_card" boolean DEFAULT true NOT NULL;
