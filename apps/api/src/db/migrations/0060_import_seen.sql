CREATE TABLE "mail_import_seen" (
	"customer_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"local_part" text NOT NULL,
	"messages" integer NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	CONSTRAINT "mail_import_seen_customer_id_task_id_local_part_pk" PRIMARY KEY("customer_id","task_id","local_part")
);
--> statement-breakpoint
ALTER TABLE "mail_import_seen" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mail_import_seen" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "mail_import_seen" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "mail_import_seen" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "mail_import_seen" TO postern_tenant, postern_system;
