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
CREATE INDEX "partner_payment_customer" ON "partner_payment" USING btree ("customer_id");--> statement-breakpoint
ALTER TABLE "partner_payment" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "partner_payment" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "partner_payment" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "partner_payment" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT ON "partner_payment" TO postern_tenant;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "partner_payment" TO postern_system;
