CREATE TABLE "domain_change" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"change_id" uuid NOT NULL,
	"from_domain" text NOT NULL,
	"to_domain" text NOT NULL,
	"state" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer NOT NULL,
	"former_record_sets" jsonb,
	"former_until" timestamp (3) with time zone,
	"by_email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"touched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "domain_change_customer_id_bundle_id_change_id_pk" PRIMARY KEY("customer_id","bundle_id","change_id")
);
--> statement-breakpoint
ALTER TABLE "domain_connection" ADD COLUMN "domain_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mailbox" ADD COLUMN "stored_as" text;--> statement-breakpoint
ALTER TABLE "mailbox" ADD COLUMN "moving_from" text;--> statement-breakpoint
CREATE UNIQUE INDEX "domain_change_one_open" ON "domain_change" USING btree ("customer_id","bundle_id") WHERE state <> 'finished';--> statement-breakpoint
CREATE INDEX "domain_change_open" ON "domain_change" USING btree ("touched_at") WHERE state <> 'finished';--> statement-breakpoint
CREATE INDEX "domain_change_former" ON "domain_change" USING btree ("former_until") WHERE former_until is not null;--> statement-breakpoint
CREATE INDEX "mailbox_moving" ON "mailbox" USING btree ("customer_id","bundle_id") WHERE moving_from is not null;--> statement-breakpoint
ALTER TABLE "domain_change" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "domain_change" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "domain_change" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "domain_change" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "domain_change" TO postern_tenant, postern_system;--> statement-breakpoint
GRANT SELECT (domain_name) ON "bundle" TO postern_mail;--> statement-breakpoint
GRANT SELECT (stored_as) ON "mailbox" TO postern_mail;--> statement-breakpoint
GRANT USAGE ON SCHEMA mail TO postern_system;--> statement-breakpoint
-- Mail for a domain that a bundle had before is ours as long as the name is registered. What is asked with a former address is answered
-- for the address of now, so `address = mail.current_address(…)` uses the same index as before. A mailbox's folder keeps the name under
-- which it was made: no mail moves (ADR 58).
DO $$ DECLARE joins boolean := NOT pg_has_role(current_user, 'postern_mail', 'MEMBER'); BEGIN
  IF joins THEN EXECUTE format('GRANT postern_mail TO %I', current_user); END IF;
  GRANT CREATE ON SCHEMA mail TO postern_mail;
  CREATE OR REPLACE VIEW mail.domain AS SELECT name FROM name_registry WHERE kind IN ('domain', 'former-domain');
  CREATE OR REPLACE VIEW mail.mailbox AS
    SELECT n.name AS address,
      CASE WHEN NOT EXISTS (SELECT FROM second_factor f
        WHERE f.customer_id = m.customer_id AND f.login_id = m.mailbox_id AND f.state = 'enabled') THEN m.password_hash END AS password_hash,
      CASE WHEN shared.left_bytes IS NULL THEN m.quota_mb::bigint * 1048576
        ELSE least(m.quota_mb::bigint * 1048576, greatest(shared.left_bytes, 1)) END AS quota_bytes,
      m.state = 'ready' AS ready, m.suspended, b.spam_level,
      split_part(coalesce(m.stored_as, n.name), '@', 2) || '/' || split_part(coalesce(m.stored_as, n.name), '@', 1) || ',' || m.mailbox_id AS folder
    FROM name_registry n
    JOIN mailbox m ON m.customer_id = n.customer_id AND m.bundle_id = n.bundle_id AND m.mailbox_id = n.target_id
    JOIN bundle b ON b.customer_id = n.customer_id AND b.bundle_id = n.bundle_id
    LEFT JOIN LATERAL (
      SELECT p.shared_quota_mb::bigint * 1048576 - coalesce((
        SELECT sum(u.bytes) FROM mailbox other JOIN mail_usage u ON u.address = other.address
        WHERE other.customer_id = m.customer_id AND other.bundle_id = m.bundle_id AND other.mailbox_id <> m.mailbox_id), 0)::bigint AS left_bytes
      FROM plan_order o JOIN plan p ON p.plan_id = o.plan_id
      WHERE o.customer_id = m.customer_id AND o.bundle_id = m.bundle_id AND o.product = 'MailSuite' AND o.status <> 'cancelled'
        AND p.shared_quota_mb IS NOT NULL
    ) shared ON true
    WHERE n.kind = 'mailbox';
  CREATE FUNCTION mail.current_address(asked text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $f$
    SELECT coalesce((SELECT split_part(asked, '@', 1) || '@' || b.domain_name FROM name_registry n
      JOIN bundle b ON b.customer_id = n.customer_id AND b.bundle_id = n.bundle_id
      WHERE n.name = split_part(asked, '@', 2) AND n.kind = 'former-domain'), asked) $f$;
  REVOKE ALL ON FUNCTION mail.current_address(text) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION mail.current_address(text) TO mailro, postern_system, postern_mail;
  ALTER FUNCTION mail.current_address(text) OWNER TO postern_mail;
  REVOKE CREATE ON SCHEMA mail FROM postern_mail;
  IF joins THEN EXECUTE format('REVOKE postern_mail FROM %I', current_user); END IF;
END $$;
