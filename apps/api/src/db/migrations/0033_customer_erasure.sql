CREATE TABLE "customer_erasure" (
	"customer_id" uuid NOT NULL,
	"erasure_id" uuid NOT NULL,
	"state" text NOT NULL,
	"asked_by" text NOT NULL,
	"reason" text,
	"email" text,
	"partner_id" integer NOT NULL,
	"locale" text NOT NULL,
	"renewing" jsonb NOT NULL,
	"cancel_token_hash" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "customer_erasure_customer_id_erasure_id_pk" PRIMARY KEY("customer_id","erasure_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "customer_erasure_one_open" ON "customer_erasure" USING btree ("customer_id") WHERE state <> 'finished';--> statement-breakpoint
CREATE UNIQUE INDEX "customer_erasure_link" ON "customer_erasure" USING btree ("cancel_token_hash");--> statement-breakpoint
CREATE INDEX "customer_erasure_open" ON "customer_erasure" USING btree ("due_at") WHERE state <> 'finished';--> statement-breakpoint
ALTER TABLE "customer_erasure" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "customer_erasure" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "customer_erasure" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "customer_erasure" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "customer_erasure" TO postern_tenant, postern_system;--> statement-breakpoint
-- The audit can still only be added to, with two exceptions that the database itself guards: rows of more than 30 days ago, and those of
-- a customer who is being erased.
GRANT DELETE ON audit TO postern_system;--> statement-breakpoint
CREATE POLICY forget ON audit AS RESTRICTIVE FOR DELETE TO postern_system
  USING (at < now() - interval '30 days' OR customer_id IN (SELECT e.customer_id FROM customer_erasure e WHERE e.state = 'running'));
