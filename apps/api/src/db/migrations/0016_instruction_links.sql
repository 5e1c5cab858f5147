CREATE TABLE "instruction_link" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"domain_name" text NOT NULL,
	"sent_to" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "instruction_link_customer_id_bundle_id_link_id_pk" PRIMARY KEY("customer_id","bundle_id","link_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "instruction_link_token" ON "instruction_link" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "instruction_link_age" ON "instruction_link" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "instruction_link" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "instruction_link" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "instruction_link" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "instruction_link" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "instruction_link" TO postern_tenant, postern_system;
