CREATE TABLE "partner_payment" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"partner_id" integer NOT NULL,
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"settlement_id" text,
	"reference" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "partner_payment_customer" ON "partner_payment" USING btree ("customer_id");