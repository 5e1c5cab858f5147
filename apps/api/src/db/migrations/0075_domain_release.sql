ALTER TABLE "bundle" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE TABLE "domain_release" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"domain_name" text NOT NULL,
	"reason" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "domain_release_customer_id_bundle_id_pk" PRIMARY KEY("customer_id","bundle_id")
);
--> statement-breakpoint
CREATE INDEX "domain_release_open" ON "domain_release" USING btree ("due_at") WHERE finished_at is null;--> statement-breakpoint
ALTER TABLE "domain_release" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "domain_release" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "domain_release" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "domain_release" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT ON "domain_release" TO postern_tenant;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "domain_release" TO postern_system;
