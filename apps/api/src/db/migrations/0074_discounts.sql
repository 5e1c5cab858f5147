CREATE TABLE "discount" (
	"discount_id" text PRIMARY KEY NOT NULL,
	"display_code" text NOT NULL,
	"expires_on" date,
	"terms" jsonb NOT NULL,
	"partner_ids" jsonb,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "order_billing" ADD COLUMN "discount" jsonb;
