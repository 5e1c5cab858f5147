-- The customer who left the name, whose registrant may still delegate it to our name servers. Until the next customer has proven that the
-- domain is theirs, our servers answer with nothing of that customer's (ADR 110).
ALTER TABLE "domain_mail" ADD COLUMN "left_by" uuid;--> statement-breakpoint
GRANT SELECT (left_by) ON "domain_mail" TO postern_mail;--> statement-breakpoint
-- For a customer's own transaction, which doesn't see the row that another customer left. In evaluation some names count as proven.
DO $$ DECLARE joins boolean := NOT pg_has_role(current_user, 'postern_mail', 'MEMBER'); BEGIN
  IF joins THEN EXECUTE format('GRANT postern_mail TO %I', current_user); END IF;
  GRANT CREATE ON SCHEMA public TO postern_mail;
  CREATE FUNCTION is_left_by_another(asked text, owner uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $f$
    SELECT EXISTS (SELECT FROM domain_mail d WHERE d.name = asked AND d.left_by IS NOT NULL AND d.left_by <> owner)
      AND NOT EXISTS (SELECT FROM setting s WHERE s.name = 'proven-top-level-domains' AND s.value ? substring(asked FROM '[^.]+$')) $f$;
  REVOKE ALL ON FUNCTION is_left_by_another(text, uuid) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION is_left_by_another(text, uuid) TO postern_tenant, postern_system;
  ALTER FUNCTION is_left_by_another(text, uuid) OWNER TO postern_mail;
  REVOKE CREATE ON SCHEMA public FROM postern_mail;
  IF joins THEN EXECUTE format('REVOKE postern_mail FROM %I', current_user); END IF;
END $$;
--> statement-breakpoint
GRANT SELECT (storage_mb, ended) ON order_add_on TO postern_search;--> statement-breakpoint
-- What the add-ons of a domain's mailboxes add to the storage that they share, in MB.
DO $$ DECLARE joins boolean := NOT pg_has_role(current_user, 'postern_search', 'MEMBER'); BEGIN
  IF joins THEN EXECUTE format('GRANT postern_search TO %I', current_user); END IF;
  GRANT CREATE ON SCHEMA public TO postern_search;
  CREATE FUNCTION added_storage_mb(customer uuid, bundle uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $f$
    SELECT coalesce(sum(a.storage_mb), 0)::bigint FROM order_add_on a
      WHERE a.customer_id = customer AND a.bundle_id = bundle AND NOT a.ended $f$;
  REVOKE ALL ON FUNCTION added_storage_mb(uuid, uuid) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION added_storage_mb(uuid, uuid) TO mailro, postern_mail, postern_tenant, postern_system;
  ALTER FUNCTION added_storage_mb(uuid, uuid) OWNER TO postern_search;
  REVOKE CREATE ON SCHEMA public FROM postern_search;
  IF joins THEN EXECUTE format('REVOKE postern_search FROM %I', current_user); END IF;
END $$;--> statement-breakpoint
-- As before, but shared storage is the plan's and that of the add-ons, and a mailbox's own number doesn't limit it.
DO $$ DECLARE joins boolean := NOT pg_has_role(current_user, 'postern_mail', 'MEMBER'); BEGIN
  IF joins THEN EXECUTE format('GRANT postern_mail TO %I', current_user); END IF;
  GRANT CREATE ON SCHEMA mail TO postern_mail;
  CREATE OR REPLACE VIEW mail.mailbox AS
    SELECT n.name AS address,
      CASE WHEN NOT EXISTS (SELECT FROM second_factor f
        WHERE f.customer_id = m.customer_id AND f.login_id = m.mailbox_id AND f.state = 'enabled') THEN m.password_hash END AS password_hash,
      CASE WHEN shared.left_bytes IS NULL THEN m.quota_mb::bigint * 1048576 ELSE greatest(shared.left_bytes, 1) END AS quota_bytes,
      m.state = 'ready' AS ready, m.suspended, b.spam_level,
      split_part(coalesce(m.stored_as, n.name), '@', 2) || '/' || split_part(coalesce(m.stored_as, n.name), '@', 1) || ',' || m.mailbox_id AS folder
    FROM name_registry n
    JOIN mailbox m ON m.customer_id = n.customer_id AND m.bundle_id = n.bundle_id AND m.mailbox_id = n.target_id
    JOIN bundle b ON b.customer_id = n.customer_id AND b.bundle_id = n.bundle_id
    LEFT JOIN LATERAL (
      SELECT (p.shared_quota_mb + added_storage_mb(m.customer_id, m.bundle_id))::bigint * 1048576 - coalesce((
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
