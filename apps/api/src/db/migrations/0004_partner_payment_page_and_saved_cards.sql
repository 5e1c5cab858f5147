CREATE TABLE "saved_card" (
	"customer_id" uuid NOT NULL,
	"payment_method_id" text NOT NULL,
	"gateway" text NOT NULL,
	"brand" text NOT NULL,
	"last_four_digits" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"funding" text NOT NULL,
	"wallet_type" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_card_customer_id_payment_method_id_pk" PRIMARY KEY("customer_id","payment_method_id")
);
--> statement-breakpoint
ALTER TABLE "saved_card" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "saved_card" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "saved_card" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "saved_card" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "saved_card" TO postern_tenant, postern_system;--> statement-breakpoint
ALTER TABLE "partner" ADD COLUMN "payment_url" text;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "saved_card" jsonb;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "settlement" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_tracking" ON "purchase" USING btree ("tracking_id");