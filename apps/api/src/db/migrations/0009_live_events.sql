CREATE TABLE "live_event" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"written_by" xid8 DEFAULT pg_current_xact_id() NOT NULL,
	"event" text NOT NULL,
	"mailbox_id" uuid,
	"data" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "live_event_customer_id_bundle_id_event_id_pk" PRIMARY KEY("customer_id","bundle_id","event_id")
);
--> statement-breakpoint
CREATE INDEX "live_event_written_by" ON "live_event" USING btree ("written_by");--> statement-breakpoint
ALTER TABLE "live_event" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "live_event" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "live_event" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "live_event" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "live_event" TO postern_tenant, postern_system;
