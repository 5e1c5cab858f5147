CREATE TABLE "dkim_key" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"domain_name" text NOT NULL,
	"selector" text NOT NULL,
	"sealed_private_key" text NOT NULL,
	"valid_from" timestamp (3) with time zone,
	"valid_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dkim_key_customer_id_bundle_id_key_id_pk" PRIMARY KEY("customer_id","bundle_id","key_id")
);
--> statement-breakpoint
ALTER TABLE "mail_usage" ALTER COLUMN "bytes" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "mail_usage" ALTER COLUMN "messages" SET DEFAULT 0;--> statement-breakpoint
CREATE INDEX "dkim_key_domain" ON "dkim_key" USING btree ("domain_name");--> statement-breakpoint
ALTER TABLE "dkim_key" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "dkim_key" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "dkim_key" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "dkim_key" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "dkim_key" TO postern_tenant, postern_system;
