ALTER TABLE "plan_order" ADD COLUMN "renewal_billing_cycle" text;--> statement-breakpoint
ALTER TABLE "plan_order" ADD COLUMN "renewal_price_minor" bigint;