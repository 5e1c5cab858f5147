CREATE TABLE "first_step" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"step" text NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "first_step_customer_id_bundle_id_step_pk" PRIMARY KEY("customer_id","bundle_id","step")
);
--> statement-breakpoint
ALTER TABLE "first_step" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "first_step" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "first_step" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "first_step" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "first_step" TO postern_tenant, postern_system;
