CREATE TABLE "mail_import" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"partner_id" integer NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"destination_email" text NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"ssl" boolean NOT NULL,
	"remote_email" text NOT NULL,
	"certificate_fingerprint" text,
	"sealed_password" text,
	"erased_at" timestamp (3) with time zone,
	"notification_email" text,
	"with_junk_and_trash" boolean NOT NULL,
	"left_out_folders" jsonb NOT NULL,
	"left_out" jsonb NOT NULL,
	"status" text NOT NULL,
	"problem" text,
	"problem_detail" text,
	"missing_bytes" bigint,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"waiting_since" timestamp (3) with time zone,
	"is_counted" boolean DEFAULT false NOT NULL,
	"has_looked_again" boolean DEFAULT false NOT NULL,
	"current_folder" text,
	"found" integer DEFAULT 0 NOT NULL,
	"copied" integer DEFAULT 0 NOT NULL,
	"present" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"bytes_found" bigint DEFAULT 0 NOT NULL,
	"bytes_copied" bigint DEFAULT 0 NOT NULL,
	"bytes_present" bigint DEFAULT 0 NOT NULL,
	"earlier_task_id" uuid,
	"by_mailbox_id" uuid,
	"by_role" text NOT NULL,
	"by_email" text NOT NULL,
	"link_id" uuid,
	"link_hash" text,
	"link_until" timestamp (3) with time zone,
	"mailed_to" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"hidden_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"lease_by" bigint,
	CONSTRAINT "mail_import_customer_id_bundle_id_task_id_pk" PRIMARY KEY("customer_id","bundle_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "mail_import_batch" (
	"customer_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"folder" integer NOT NULL,
	"batch_id" uuid NOT NULL,
	"through_uid" bigint NOT NULL,
	"state" text NOT NULL,
	"put" jsonb NOT NULL,
	"present" jsonb NOT NULL,
	CONSTRAINT "mail_import_batch_customer_id_task_id_folder_batch_id_pk" PRIMARY KEY("customer_id","task_id","folder","batch_id")
);
--> statement-breakpoint
CREATE TABLE "mail_import_folder" (
	"customer_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"folder" integer NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"is_renamed" boolean NOT NULL,
	"uid_validity" bigint,
	"settled_uid" bigint DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"tries_failed" boolean DEFAULT false NOT NULL,
	"is_unreadable" boolean DEFAULT false NOT NULL,
	"change" text,
	"found" integer DEFAULT 0 NOT NULL,
	"copied" integer DEFAULT 0 NOT NULL,
	"present" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"bytes_found" bigint DEFAULT 0 NOT NULL,
	"bytes_copied" bigint DEFAULT 0 NOT NULL,
	"bytes_present" bigint DEFAULT 0 NOT NULL,
	"bytes_skipped" bigint DEFAULT 0 NOT NULL,
	"bytes_failed" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "mail_import_folder_customer_id_task_id_folder_pk" PRIMARY KEY("customer_id","task_id","folder")
);
--> statement-breakpoint
CREATE TABLE "mail_import_issue" (
	"customer_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"folder" integer NOT NULL,
	"uid" bigint NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"subject" text,
	"date" timestamp (3) with time zone,
	"bytes" bigint NOT NULL,
	"detail" text,
	"limit_bytes" bigint,
	CONSTRAINT "mail_import_issue_customer_id_task_id_folder_uid_pk" PRIMARY KEY("customer_id","task_id","folder","uid")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "mail_import_open_source" ON "mail_import" USING btree ("customer_id","bundle_id","mailbox_id","host","remote_email") WHERE status in ('initialized', 'started', 'interrupted');--> statement-breakpoint
CREATE INDEX "mail_import_due" ON "mail_import" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "mail_import_working" ON "mail_import" USING btree ("lease_until") WHERE lease_until is not null;--> statement-breakpoint
CREATE INDEX "mail_import_link" ON "mail_import" USING btree ("link_hash") WHERE link_hash is not null;--> statement-breakpoint
CREATE INDEX "mail_import_ended" ON "mail_import" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "mail_import_waiting" ON "mail_import" USING btree ("waiting_since") WHERE waiting_since is not null;--> statement-breakpoint
CREATE INDEX "mail_import_secret" ON "mail_import" USING btree ("task_id") WHERE sealed_password is not null;--> statement-breakpoint
ALTER TABLE "mail_import" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mail_import" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "mail_import" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "mail_import" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "mail_import" TO postern_tenant, postern_system;--> statement-breakpoint
ALTER TABLE "mail_import_folder" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mail_import_folder" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "mail_import_folder" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "mail_import_folder" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "mail_import_folder" TO postern_tenant, postern_system;--> statement-breakpoint
ALTER TABLE "mail_import_batch" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mail_import_batch" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "mail_import_batch" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "mail_import_batch" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "mail_import_batch" TO postern_tenant, postern_system;--> statement-breakpoint
ALTER TABLE "mail_import_issue" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mail_import_issue" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "mail_import_issue" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "mail_import_issue" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "mail_import_issue" TO postern_tenant, postern_system;
