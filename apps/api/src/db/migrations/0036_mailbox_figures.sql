CREATE TABLE "mailbox_figures" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"used_bytes" bigint DEFAULT 0 NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone DEFAULT 'epoch' NOT NULL,
	CONSTRAINT "mailbox_figures_customer_id_bundle_id_mailbox_id_pk" PRIMARY KEY("customer_id","bundle_id","mailbox_id")
);
--> statement-breakpoint
CREATE INDEX "mailbox_figures_usage" ON "mailbox_figures" USING btree ("customer_id","bundle_id","used_bytes","mailbox_id");--> statement-breakpoint
CREATE INDEX "mailbox_figures_sign_in" ON "mailbox_figures" USING btree ("customer_id","bundle_id","last_sign_in_at","mailbox_id");--> statement-breakpoint
ALTER TABLE "mailbox_figures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mailbox_figures" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "mailbox_figures" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "mailbox_figures" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
CREATE POLICY search ON "mailbox_figures" FOR SELECT TO postern_search USING (true);--> statement-breakpoint
CREATE POLICY mail ON "mailbox_figures" TO postern_mail USING (true) WITH CHECK (true);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "mailbox_figures" TO postern_tenant, postern_system;--> statement-breakpoint
GRANT SELECT ON "mailbox_figures" TO postern_search;--> statement-breakpoint
GRANT SELECT, UPDATE (used_bytes) ON "mailbox_figures" TO postern_mail;--> statement-breakpoint
-- Each mailbox has its figures for as long as it exists, also where a process of the release before this one creates or deletes it.
CREATE FUNCTION add_mailbox_figures() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO mailbox_figures (customer_id, bundle_id, mailbox_id) SELECT customer_id, bundle_id, mailbox_id FROM made ON CONFLICT DO NOTHING;
  RETURN NULL; END $$;--> statement-breakpoint
CREATE FUNCTION remove_mailbox_figures() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM mailbox_figures f USING gone g
    WHERE f.customer_id = g.customer_id AND f.bundle_id = g.bundle_id AND f.mailbox_id = g.mailbox_id;
  RETURN NULL; END $$;--> statement-breakpoint
CREATE FUNCTION note_sign_in() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE mailbox_figures SET last_sign_in_at = greatest(last_sign_in_at, NEW.last_at)
    WHERE customer_id = NEW.customer_id AND bundle_id = NEW.bundle_id AND mailbox_id = NEW.login_id;
  RETURN NULL; END $$;--> statement-breakpoint
-- The mail server knows addresses only, and its role may write the usage and nothing else: the function runs as postern_mail.
CREATE FUNCTION note_mail_usage() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  changed text := CASE WHEN TG_OP = 'DELETE' THEN OLD.address ELSE NEW.address END;
  used bigint := CASE WHEN TG_OP = 'DELETE' THEN 0 ELSE NEW.bytes END;
BEGIN
  UPDATE mailbox_figures f SET used_bytes = used FROM name_registry n
    WHERE n.name = changed COLLATE "default" AND n.kind = 'mailbox'
      AND f.customer_id = n.customer_id AND f.bundle_id = n.bundle_id AND f.mailbox_id = n.target_id;
  RETURN NULL; END $$;--> statement-breakpoint
-- Only a member may give a function away or replace it, so the owner is one for the length of this statement.
DO $do$ DECLARE mails boolean := NOT pg_has_role(current_user, 'postern_mail', 'MEMBER');
  searches boolean := NOT pg_has_role(current_user, 'postern_search', 'MEMBER'); BEGIN
  IF mails THEN EXECUTE format('GRANT postern_mail TO %I', current_user); END IF;
  IF searches THEN EXECUTE format('GRANT postern_search TO %I', current_user); END IF;
  GRANT CREATE ON SCHEMA public TO postern_mail, postern_search;
  ALTER FUNCTION note_mail_usage() OWNER TO postern_mail;
  CREATE OR REPLACE FUNCTION find_mailboxes(of_bundle uuid, words text[], status text, is_admin boolean, add_on text,
      sort text, descending boolean, after_key text, after_address text, at_most int) RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
  DECLARE
    word text;
    conditions text := format('m.customer_id = %L AND m.bundle_id = %L AND m.state = %L', current_customer(), of_bundle,
      CASE status WHEN 'creating' THEN 'creating' ELSE 'ready' END);
    source text := 'mailbox m';
    sort_key text := CASE sort WHEN 'name' THEN 'm.name_key' WHEN 'created' THEN 'm.created_at' WHEN 'storage' THEN 'f.used_bytes'
      WHEN 'signIn' THEN 'f.last_sign_in_at' END;
    way text := CASE WHEN descending THEN 'DESC' ELSE 'ASC' END;
    beyond text := CASE WHEN descending THEN '<' ELSE '>' END;
  BEGIN
    FOREACH word IN ARRAY words LOOP
      conditions := conditions || CASE
        WHEN char_length(word) < 3 THEN format(' AND m.search_pairs @> ARRAY[%L]::text[]', word)
        ELSE format(' AND m.search_folded LIKE %L', '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%') END;
    END LOOP;
    conditions := conditions || CASE status
      WHEN 'suspended' THEN ' AND m.suspended'
      WHEN 'active' THEN ' AND NOT m.suspended'
      WHEN 'full' THEN ' AND (SELECT u.bytes FROM mail_usage u WHERE u.address = m.address) >= m.quota_mb * 1048576::bigint'
      ELSE '' END;
    IF is_admin IS NOT NULL THEN
      conditions := conditions || CASE WHEN is_admin THEN ' AND m.is_admin' ELSE ' AND NOT m.is_admin' END;
    END IF;
    IF add_on IS NOT NULL THEN
      conditions := conditions || format(' AND m.mailbox_id IN (SELECT o.mailbox_id FROM order_add_on o
        WHERE o.customer_id = %L AND o.bundle_id = %L AND o.type = %L)', current_customer(), of_bundle, add_on);
    END IF;
    IF sort IN ('storage', 'signIn') THEN
      -- Said of both tables, so that either may be read first: the figures by their index, or the mailboxes that a rare word finds.
      source := 'mailbox_figures f JOIN mailbox m ON m.customer_id = f.customer_id AND m.bundle_id = f.bundle_id AND m.mailbox_id = f.mailbox_id';
      conditions := conditions || format(' AND f.customer_id = %L AND f.bundle_id = %L', current_customer(), of_bundle);
    END IF;
    IF after_address <> '' THEN
      conditions := conditions || CASE sort
        WHEN 'name' THEN format(' AND (m.name_key, m.address) %s (%L COLLATE "C", %L COLLATE "C")', beyond, after_key, after_address)
        WHEN 'created' THEN format(' AND (m.created_at, m.address) %s (%L::timestamptz, %L COLLATE "C")', beyond, after_key, after_address)
        WHEN 'storage' THEN format(' AND (f.used_bytes, f.mailbox_id) %s (%L::bigint, %L::uuid)', beyond, after_key, after_address)
        WHEN 'signIn' THEN format(' AND (f.last_sign_in_at, f.mailbox_id) %s (%L::timestamptz, %L::uuid)', beyond, after_key, after_address)
        ELSE format(' AND m.address %s %L COLLATE "C"', beyond, after_address) END;
    END IF;
    RETURN QUERY EXECUTE format('SELECT m.mailbox_id FROM %s WHERE %s ORDER BY %s %s %s LIMIT %s', source, conditions,
      sort_key || ' ' || way || ',', CASE WHEN sort IN ('storage', 'signIn') THEN 'f.mailbox_id' ELSE 'm.address' END, way, at_most);
  END $$;
  REVOKE CREATE ON SCHEMA public FROM postern_mail, postern_search;
  IF mails THEN EXECUTE format('REVOKE postern_mail FROM %I', current_user); END IF;
  IF searches THEN EXECUTE format('REVOKE postern_search FROM %I', current_user); END IF;
END $do$;
