CREATE TABLE "app_password" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"app_password_id" uuid NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "app_password_customer_id_bundle_id_mailbox_id_app_password_id_pk" PRIMARY KEY("customer_id","bundle_id","mailbox_id","app_password_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "app_password_mark" ON "app_password" USING btree ("customer_id","bundle_id","mailbox_id",left("secret_hash", 4));--> statement-breakpoint
ALTER TABLE "app_password" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "app_password" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "app_password" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "app_password" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "app_password" TO postern_tenant, postern_system;--> statement-breakpoint
GRANT SELECT (customer_id, bundle_id, mailbox_id, secret_hash) ON "app_password" TO postern_mail;--> statement-breakpoint
GRANT SELECT (customer_id, login_id, state) ON "second_factor" TO postern_mail;--> statement-breakpoint
CREATE POLICY mail ON "app_password" FOR SELECT TO postern_mail USING (true);--> statement-breakpoint
CREATE POLICY mail ON "second_factor" FOR SELECT TO postern_mail USING (true);--> statement-breakpoint
-- What a mailbox's mail programs sign in with: its app passwords, and its own password unless a second factor guards that (ADR 52).
-- `mark`: by what Dovecot finds the app password that is meant. Only a member of the views' owner may change one or give one away, so the
-- panel's role is a member for the length of this statement.
DO $$ DECLARE joins boolean := NOT pg_has_role(current_user, 'postern_mail', 'MEMBER'); BEGIN
  IF joins THEN EXECUTE format('GRANT postern_mail TO %I', current_user); END IF;
  GRANT CREATE ON SCHEMA mail TO postern_mail;
  CREATE OR REPLACE VIEW mail.mailbox AS
    SELECT n.name AS address,
      CASE WHEN NOT EXISTS (SELECT FROM second_factor f
        WHERE f.customer_id = m.customer_id AND f.login_id = m.mailbox_id AND f.state = 'enabled') THEN m.password_hash END AS password_hash,
      m.quota_mb::bigint * 1048576 AS quota_bytes, m.state = 'ready' AS ready, m.suspended, b.spam_level,
      split_part(n.name, '@', 2) || '/' || split_part(n.name, '@', 1) || ',' || m.mailbox_id AS folder
    FROM name_registry n
    JOIN mailbox m ON m.customer_id = n.customer_id AND m.bundle_id = n.bundle_id AND m.mailbox_id = n.target_id
    JOIN bundle b ON b.customer_id = n.customer_id AND b.bundle_id = n.bundle_id
    WHERE n.kind = 'mailbox';
  CREATE VIEW mail.app_password AS
    SELECT n.name AS address, left(a.secret_hash, 4) AS mark, a.secret_hash, m.suspended
    FROM name_registry n
    JOIN mailbox m ON m.customer_id = n.customer_id AND m.bundle_id = n.bundle_id AND m.mailbox_id = n.target_id
    JOIN app_password a ON a.customer_id = n.customer_id AND a.bundle_id = n.bundle_id AND a.mailbox_id = n.target_id
    WHERE n.kind = 'mailbox' AND m.state = 'ready';
  GRANT SELECT ON mail.app_password TO mailro;
  ALTER VIEW mail.app_password OWNER TO postern_mail;
  REVOKE CREATE ON SCHEMA mail FROM postern_mail;
  IF joins THEN EXECUTE format('REVOKE postern_mail FROM %I', current_user); END IF;
END $$;
