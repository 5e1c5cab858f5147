ALTER TABLE "billing_payment" ADD COLUMN "saves_card" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_card" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "quote_validity" ON "quote" USING btree ("valid_until");