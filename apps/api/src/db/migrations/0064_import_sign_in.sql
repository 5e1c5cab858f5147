CREATE TABLE "mail_import_revocation" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"revocation_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"remote_email" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"sealed_tokens" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_import_revocation_customer_id_revocation_id_pk" PRIMARY KEY("customer_id","revocation_id")
);
--> statement-breakpoint
CREATE TABLE "mail_import_sign_in" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"sign_in_id" uuid NOT NULL,
	"started_by" text NOT NULL,
	"provider" text NOT NULL,
	"remote_email" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"state_hash" text NOT NULL,
	"browser_hash" text NOT NULL,
	"sealed_checks" text,
	"state" text NOT NULL,
	"other_email" text,
	"sealed_tokens" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_import_sign_in_customer_id_sign_in_id_pk" PRIMARY KEY("customer_id","sign_in_id")
);
--> statement-breakpoint
ALTER TABLE "mail_import" ADD COLUMN "sign_in_with" text;--> statement-breakpoint
CREATE INDEX "mail_import_revocation_due" ON "mail_import_revocation" USING btree ("next_try_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_import_sign_in_state" ON "mail_import_sign_in" USING btree ("state_hash");--> statement-breakpoint
CREATE INDEX "mail_import_sign_in_expires" ON "mail_import_sign_in" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "mail_import_revocation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mail_import_revocation" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "mail_import_revocation" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "mail_import_revocation" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "mail_import_revocation" TO postern_tenant, postern_system;--> statement-breakpoint
ALTER TABLE "mail_import_sign_in" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mail_import_sign_in" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "mail_import_sign_in" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "mail_import_sign_in" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "mail_import_sign_in" TO postern_tenant, postern_system;
