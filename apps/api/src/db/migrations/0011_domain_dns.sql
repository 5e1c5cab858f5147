CREATE TABLE "dns_zone" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"zone_name" text NOT NULL,
	"records" jsonb NOT NULL,
	"version" integer NOT NULL,
	"published_version" integer NOT NULL,
	"publishing_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dns_zone_customer_id_bundle_id_pk" PRIMARY KEY("customer_id","bundle_id")
);
--> statement-breakpoint
CREATE TABLE "domain_connection" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"domain_name" text NOT NULL,
	"ownership_token" text NOT NULL,
	"verified" jsonb NOT NULL,
	"last_check" jsonb,
	"answered_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"check_started_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "domain_connection_customer_id_bundle_id_pk" PRIMARY KEY("customer_id","bundle_id")
);
--> statement-breakpoint
CREATE TABLE "zone_plan" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"zone_version" integer NOT NULL,
	"changes" jsonb NOT NULL,
	"undo_id" uuid NOT NULL,
	"undo" jsonb,
	"undone_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "zone_plan_customer_id_bundle_id_plan_id_pk" PRIMARY KEY("customer_id","bundle_id","plan_id")
);
--> statement-breakpoint
ALTER TABLE "dkim_key" ADD COLUMN "public_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "dkim_key" ADD COLUMN "status" text DEFAULT 'inactive' NOT NULL;--> statement-breakpoint
ALTER TABLE "dkim_key" ADD COLUMN "is_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "dns_zone_name" ON "dns_zone" USING btree ("zone_name");--> statement-breakpoint
CREATE INDEX "dns_zone_unpublished" ON "dns_zone" USING btree ("created_at") WHERE published_version < version;--> statement-breakpoint
CREATE INDEX "domain_connection_due" ON "domain_connection" USING btree ("next_check_at");--> statement-breakpoint
CREATE UNIQUE INDEX "zone_plan_undo" ON "zone_plan" USING btree ("customer_id","bundle_id","undo_id");--> statement-breakpoint
CREATE INDEX "zone_plan_age" ON "zone_plan" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "dkim_key_one_enabled" ON "dkim_key" USING btree ("customer_id","bundle_id","domain_name") WHERE is_enabled;--> statement-breakpoint
CREATE UNIQUE INDEX "dkim_key_selector" ON "dkim_key" USING btree ("customer_id","bundle_id","domain_name","selector");--> statement-breakpoint
ALTER TABLE "dns_zone" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "dns_zone" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "dns_zone" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "dns_zone" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "dns_zone" TO postern_tenant, postern_system;--> statement-breakpoint
ALTER TABLE "domain_connection" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "domain_connection" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "domain_connection" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "domain_connection" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "domain_connection" TO postern_tenant, postern_system;--> statement-breakpoint
ALTER TABLE "zone_plan" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "zone_plan" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "zone_plan" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "zone_plan" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "zone_plan" TO postern_tenant, postern_system;
