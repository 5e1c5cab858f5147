ALTER TABLE "order_billing" ADD COLUMN "credit_funds" jsonb DEFAULT '[]'::jsonb NOT NULL;
