CREATE TABLE "staff" (
	"staff_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"partner_id" integer,
	"password_hash" text,
	"sealed_secret" text,
	"two_factor_at" timestamp (3) with time zone,
	"last_step" bigint NOT NULL,
	"recovery_hashes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	CONSTRAINT "staff_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "staff_audit" (
	"staff_id" uuid NOT NULL,
	"audit_id" uuid NOT NULL,
	"action" text NOT NULL,
	"attrs" jsonb NOT NULL,
	"network" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_audit_staff_id_audit_id_pk" PRIMARY KEY("staff_id","audit_id")
);
--> statement-breakpoint
CREATE TABLE "staff_link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_session" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_visit" (
	"customer_id" uuid NOT NULL,
	"visit_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"staff_name" text NOT NULL,
	"staff_email" text NOT NULL,
	"staff_role" text NOT NULL,
	"company" text NOT NULL,
	"partner_id" integer NOT NULL,
	"staff_session_hash" text NOT NULL,
	"reason" text NOT NULL,
	"ticket" text,
	"state" text NOT NULL,
	"allowed_at" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	"looked" jsonb NOT NULL,
	CONSTRAINT "support_visit_customer_id_visit_id_pk" PRIMARY KEY("customer_id","visit_id")
);
--> statement-breakpoint
CREATE TABLE "visit_consent" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"required" boolean NOT NULL,
	CONSTRAINT "visit_consent_customer_id_bundle_id_pk" PRIMARY KEY("customer_id","bundle_id")
);
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "visit_id" uuid;--> statement-breakpoint
CREATE INDEX "staff_audit_age" ON "staff_audit" USING brin ("at");--> statement-breakpoint
CREATE INDEX "staff_link_staff" ON "staff_link" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_session_staff" ON "staff_session" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_session_expiry" ON "staff_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "support_visit_bundle" ON "support_visit" USING btree ("customer_id","bundle_id","visit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "support_visit_current" ON "support_visit" USING btree ("staff_id") WHERE state in ('waiting', 'open');--> statement-breakpoint
CREATE INDEX "support_visit_due" ON "support_visit" USING btree ("expires_at") WHERE state in ('waiting', 'open');--> statement-breakpoint
ALTER TABLE "support_visit" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "support_visit" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "support_visit" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "support_visit" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "support_visit" TO postern_tenant, postern_system;--> statement-breakpoint
ALTER TABLE "visit_consent" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "visit_consent" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "visit_consent" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "visit_consent" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "visit_consent" TO postern_tenant, postern_system;
