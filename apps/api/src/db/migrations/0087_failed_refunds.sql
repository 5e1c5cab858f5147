-- Refunds that never reached their payer, and how the money that is owed was given back after all.
CREATE TABLE "failed_refund" (
	"customer_id" uuid NOT NULL,
	"refund_id" text NOT NULL,
	"bundle_id" uuid,
	"order_id" uuid,
	"partner_id" integer NOT NULL,
	"gateway" text NOT NULL,
	"intent_id" text NOT NULL,
	"journal_key" text NOT NULL,
	"credit_note" text,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"failure" text,
	"failed_at" timestamp (3) with time zone NOT NULL,
	"settled_to" text,
	"settled_at" timestamp (3) with time zone,
	"settled_by" text,
	CONSTRAINT "failed_refund_customer_id_refund_id_pk" PRIMARY KEY("customer_id","refund_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "failed_refund_once" ON "failed_refund" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "failed_refund_open" ON "failed_refund" USING btree ("failed_at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "failed_refund_note" ON "failed_refund" USING btree ("credit_note");--> statement-breakpoint
ALTER TABLE "failed_refund" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "failed_refund" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "failed_refund" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "failed_refund" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT ON "failed_refund" TO postern_tenant;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "failed_refund" TO postern_system;
