CREATE TABLE "bulk_job" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"mail_links" boolean NOT NULL,
	"total" integer NOT NULL,
	"partner_id" integer NOT NULL,
	"by_mailbox_id" uuid,
	"by_role" text NOT NULL,
	"by_email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"touched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bulk_job_customer_id_bundle_id_job_id_pk" PRIMARY KEY("customer_id","bundle_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "bulk_row" (
	"customer_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"state" text NOT NULL,
	"wish" jsonb NOT NULL,
	"has_password" boolean NOT NULL,
	"sealed_password" text,
	"code" text,
	"attrs" jsonb,
	"mailbox_id" uuid,
	"link_id" uuid,
	"link_until" timestamp (3) with time zone,
	CONSTRAINT "bulk_row_customer_id_job_id_row_pk" PRIMARY KEY("customer_id","job_id","row")
);
--> statement-breakpoint
CREATE INDEX "bulk_job_open" ON "bulk_job" USING btree ("touched_at") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "bulk_job_age" ON "bulk_job" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bulk_row_open" ON "bulk_row" USING btree ("customer_id","job_id","row") WHERE state in ('waiting', 'reserved');--> statement-breakpoint
CREATE INDEX "bulk_row_secret" ON "bulk_row" USING btree ("customer_id","job_id") WHERE sealed_password is not null;--> statement-breakpoint
ALTER TABLE "bulk_job" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "bulk_job" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "bulk_job" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "bulk_job" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "bulk_job" TO postern_tenant, postern_system;--> statement-breakpoint
ALTER TABLE "bulk_row" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "bulk_row" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "bulk_row" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "bulk_row" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "bulk_row" TO postern_tenant, postern_system;
