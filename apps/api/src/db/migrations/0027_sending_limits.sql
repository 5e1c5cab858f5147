CREATE TABLE "sending_count" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"counted_id" uuid NOT NULL,
	"span" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"recipients" integer NOT NULL,
	"noticed" smallint NOT NULL,
	CONSTRAINT "sending_count_customer_id_bundle_id_counted_id_span_pk" PRIMARY KEY("customer_id","bundle_id","counted_id","span")
);
--> statement-breakpoint
ALTER TABLE "sending_count" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sending_count" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "sending_count" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "sending_count" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "sending_count" TO postern_tenant, postern_system;
