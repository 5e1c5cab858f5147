ALTER TABLE "order_billing" ADD COLUMN "after_trial" jsonb;
