CREATE TABLE "second_factor" (
	"customer_id" uuid NOT NULL,
	"login_id" uuid NOT NULL,
	"state" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"last_step" bigint NOT NULL,
	"recovery_hashes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "second_factor_customer_id_login_id_pk" PRIMARY KEY("customer_id","login_id")
);
--> statement-breakpoint
ALTER TABLE "second_factor" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "second_factor" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "second_factor" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "second_factor" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "second_factor" TO postern_tenant, postern_system;
