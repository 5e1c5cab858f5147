ALTER TABLE "plan" ADD COLUMN "shared_quota_mb" integer;--> statement-breakpoint
-- Of catalogues that were imported before; every import writes it from then on.
UPDATE "plan" p SET shared_quota_mb = (s.feature #>> '{attrs,quota_in_gb}')::numeric * 1024
  FROM (SELECT plan_id, jsonb_array_elements(features) AS feature FROM "plan") s
  WHERE s.plan_id = p.plan_id AND s.feature ->> 'type' = 'storage' AND (s.feature #> '{attrs,shared}') = 'true'::jsonb;--> statement-breakpoint
GRANT SELECT (plan_id, shared_quota_mb) ON "plan" TO postern_mail;--> statement-breakpoint
GRANT SELECT (customer_id, bundle_id, product, plan_id, status) ON "plan_order" TO postern_mail;--> statement-breakpoint
CREATE POLICY mail ON "plan_order" FOR SELECT TO postern_mail USING (true);--> statement-breakpoint
-- Where the plan's mailboxes share their storage, each may hold what the others leave of it: at least a byte, as Dovecot takes a quota
-- of 0 for none.
DO $$ DECLARE joins boolean := NOT pg_has_role(current_user, 'postern_mail', 'MEMBER'); BEGIN
  IF joins THEN EXECUTE format('GRANT postern_mail TO %I', current_user); END IF;
  GRANT CREATE ON SCHEMA mail TO postern_mail;
  CREATE OR REPLACE VIEW mail.mailbox AS
    SELECT n.name AS address,
      CASE WHEN NOT EXISTS (SELECT FROM second_factor f
        WHERE f.customer_id = m.customer_id AND f.login_id = m.mailbox_id AND f.state = 'enabled') THEN m.password_hash END AS password_hash,
      CASE WHEN shared.left_bytes IS NULL THEN m.quota_mb::bigint * 1048576
        ELSE least(m.quota_mb::bigint * 1048576, greatest(shared.left_bytes, 1)) END AS quota_bytes,
      m.state = 'ready' AS ready, m.suspended, b.spam_level,
      split_part(n.name, '@', 2) || '/' || split_part(n.name, '@', 1) || ',' || m.mailbox_id AS folder
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
  REVOKE CREATE ON SCHEMA mail FROM postern_mail;
  IF joins THEN EXECUTE format('REVOKE postern_mail FROM %I', current_user); END IF;
END $$;
