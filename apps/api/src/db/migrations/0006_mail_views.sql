-- What the mail servers read (docs/operate.md): views for the role mailro, and the table mail_usage for the role mailusage. Both may
-- be there already with a password (deploy/mail/postgresql/roles.sql); here they get nothing but their grants.
-- The views belong to postern_mail, which sees these columns of every row, that nobody is a member of and no transaction takes.
DO $$ DECLARE role text; BEGIN
  FOREACH role IN ARRAY ARRAY['mailro', 'mailusage', 'postern_mail'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', role);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END;
    END IF;
  END LOOP;
END $$;--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO postern_mail, mailusage;--> statement-breakpoint
GRANT SELECT ON name_registry, mail_alias, forwarder_recipient, mail_usage TO postern_mail;--> statement-breakpoint
GRANT SELECT (customer_id, bundle_id, spam_level, catch_all_mailbox_id) ON bundle TO postern_mail;--> statement-breakpoint
GRANT SELECT (customer_id, bundle_id, mailbox_id, address, state, suspended, password_hash, quota_mb) ON mailbox TO postern_mail;--> statement-breakpoint
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['name_registry', 'mail_alias', 'forwarder_recipient', 'bundle', 'mailbox'] LOOP
    EXECUTE format('CREATE POLICY mail ON %I FOR SELECT TO postern_mail USING (true)', t);
  END LOOP;
END $$;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_usage TO mailusage;--> statement-breakpoint
CREATE INDEX name_registry_catch_all ON name_registry (('@' || name)) WHERE kind = 'domain';--> statement-breakpoint
CREATE SCHEMA mail;--> statement-breakpoint
CREATE VIEW mail.domain AS SELECT name FROM name_registry WHERE kind = 'domain';--> statement-breakpoint
-- `ready`: the mail store has it. One that isn't neither receives nor signs in; a suspended one receives.
CREATE VIEW mail.mailbox AS
  SELECT n.name AS address, m.password_hash, m.quota_mb::bigint * 1048576 AS quota_bytes, m.state = 'ready' AS ready, m.suspended, b.spam_level,
    split_part(n.name, '@', 2) || '/' || split_part(n.name, '@', 1) || ',' || m.mailbox_id AS folder
  FROM name_registry n
  JOIN mailbox m ON m.customer_id = n.customer_id AND m.bundle_id = n.bundle_id AND m.mailbox_id = n.target_id
  JOIN bundle b ON b.customer_id = n.customer_id AND b.bundle_id = n.bundle_id
  WHERE n.kind = 'mailbox';--> statement-breakpoint
-- Who receives for an address, a row each. That a mailbox receives for itself is said too: it is what keeps the catch-all
-- ('@domain') from taking its mail.
CREATE VIEW mail.recipient AS
  SELECT address, address AS goto FROM mail.mailbox WHERE ready
  UNION ALL
  SELECT n.name, m.address FROM name_registry n
  JOIN mail_alias a ON a.customer_id = n.customer_id AND a.bundle_id = n.bundle_id AND a.alias_id = n.target_id
  JOIN mailbox m ON m.customer_id = a.customer_id AND m.bundle_id = a.bundle_id AND m.mailbox_id = a.mailbox_id AND m.state = 'ready'
  WHERE n.kind = 'alias'
  UNION ALL
  SELECT n.name, m.address FROM name_registry n
  JOIN forwarder_recipient f ON f.customer_id = n.customer_id AND f.bundle_id = n.bundle_id AND f.forwarder_id = n.target_id
  JOIN mailbox m ON m.customer_id = f.customer_id AND m.bundle_id = f.bundle_id AND m.mailbox_id = f.mailbox_id AND m.state = 'ready'
  WHERE n.kind = 'forwarder'
  UNION ALL
  SELECT '@' || n.name, m.address FROM name_registry n
  JOIN bundle b ON b.customer_id = n.customer_id AND b.bundle_id = n.bundle_id
  JOIN mailbox m ON m.customer_id = b.customer_id AND m.bundle_id = b.bundle_id AND m.mailbox_id = b.catch_all_mailbox_id AND m.state = 'ready'
  WHERE n.kind = 'domain';--> statement-breakpoint
-- What is refused while the sender waits: a name that is taken and has no receiver (a mailbox that isn't ready), which is none of the
-- catch-all's either; and one of whose receivers is full.
CREATE VIEW mail.recipient_access AS
  SELECT n.name AS address, '550 5.1.1 No such mailbox here'::text AS action FROM name_registry n
  WHERE n.kind <> 'domain' AND NOT EXISTS (SELECT FROM mail.recipient r WHERE r.address = n.name)
  UNION ALL
  SELECT r.address, '552 5.2.2 Mailbox is full' FROM mail.recipient r
  JOIN mail.mailbox m ON m.address = r.goto LEFT JOIN mail_usage u ON u.address = r.goto
  WHERE coalesce(u.bytes, 0) >= m.quota_bytes;--> statement-breakpoint
-- As whom a login may send: as its mailbox and its aliases.
CREATE VIEW mail.sender_login AS
  SELECT address, address AS login FROM mail.mailbox WHERE ready
  UNION ALL
  SELECT n.name, m.address FROM name_registry n
  JOIN mail_alias a ON a.customer_id = n.customer_id AND a.bundle_id = n.bundle_id AND a.alias_id = n.target_id
  JOIN mailbox m ON m.customer_id = a.customer_id AND m.bundle_id = a.bundle_id AND m.mailbox_id = a.mailbox_id AND m.state = 'ready'
  WHERE n.kind = 'alias';--> statement-breakpoint
GRANT USAGE ON SCHEMA mail TO mailro, postern_mail;--> statement-breakpoint
GRANT SELECT ON ALL TABLES IN SCHEMA mail TO mailro;--> statement-breakpoint
-- Only a member may give a view away, so the owner is one for the length of this statement.
DO $$ DECLARE joins boolean := NOT pg_has_role(current_user, 'postern_mail', 'MEMBER'); v text; BEGIN
  IF joins THEN EXECUTE format('GRANT postern_mail TO %I', current_user); END IF;
  GRANT CREATE ON SCHEMA mail TO postern_mail;
  FOREACH v IN ARRAY ARRAY['domain', 'mailbox', 'recipient', 'recipient_access', 'sender_login'] LOOP
    EXECUTE format('ALTER VIEW mail.%I OWNER TO postern_mail', v);
  END LOOP;
  REVOKE CREATE ON SCHEMA mail FROM postern_mail;
  IF joins THEN EXECUTE format('REVOKE postern_mail FROM %I', current_user); END IF;
END $$;
