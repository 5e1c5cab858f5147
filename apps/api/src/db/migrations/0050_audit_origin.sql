CREATE TABLE "audit_origin" (
	"customer_id" uuid NOT NULL,
	"audit_id" uuid NOT NULL,
	"network" text NOT NULL,
	"browser" text NOT NULL,
	"os" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_origin_customer_id_audit_id_pk" PRIMARY KEY("customer_id","audit_id")
);
--> statement-breakpoint
CREATE INDEX "audit_origin_age" ON "audit_origin" USING brin ("at");--> statement-breakpoint
ALTER TABLE "audit_origin" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "audit_origin" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "audit_origin" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "audit_origin" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT ON "audit_origin" TO postern_tenant;--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON "audit_origin" TO postern_system;--> statement-breakpoint
REVOKE UPDATE ON "audit_origin" FROM postern_system;
