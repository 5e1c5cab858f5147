CREATE TABLE "reconcile_run" (
	"until" date PRIMARY KEY NOT NULL,
	"from" date NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"differences" jsonb
);
--> statement-breakpoint
CREATE TABLE "dispute" (
	"customer_id" uuid NOT NULL,
	"dispute_id" text NOT NULL,
	"bundle_id" uuid,
	"order_id" uuid,
	"partner_id" integer NOT NULL,
	"gateway" text NOT NULL,
	"intent_id" text NOT NULL,
	"journal_key" text NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"movements" integer NOT NULL,
	"lost_minor" bigint NOT NULL,
	"respond_by" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "dispute_customer_id_dispute_id_pk" PRIMARY KEY("customer_id","dispute_id")
);
--> statement-breakpoint
CREATE TABLE "failed_gateway_event" (
	"event_id" text PRIMARY KEY NOT NULL,
	"event" jsonb NOT NULL,
	"tries" integer NOT NULL,
	"last_error" text NOT NULL,
	"first_failed_at" timestamp (3) with time zone NOT NULL,
	"last_failed_at" timestamp (3) with time zone NOT NULL,
	"next_try_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "dispute_once" ON "dispute" USING btree ("dispute_id");--> statement-breakpoint
CREATE INDEX "dispute_open" ON "dispute" USING btree ("asked_at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "dispute_order" ON "dispute" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "dispute_journal" ON "dispute" USING btree ("journal_key");--> statement-breakpoint
CREATE INDEX "failed_gateway_event_due" ON "failed_gateway_event" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
ALTER TABLE "dispute" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "dispute" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "dispute" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "dispute" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT ON "dispute" TO postern_tenant;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "dispute" TO postern_system;
