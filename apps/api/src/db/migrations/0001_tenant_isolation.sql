-- Two roles that own nothing. Every transaction takes one of them: postern_tenant sees one customer's rows
-- (app.customer_id, set once a transaction), postern_system sees all. The owner itself sees none: it fails closed. A
-- policy also holds for members of its role, and the owner is one; so the system's policy asks who the role really is.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'postern_tenant') THEN CREATE ROLE postern_tenant NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'postern_system') THEN CREATE ROLE postern_system NOLOGIN; END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;--> statement-breakpoint
DO $$ BEGIN
  IF NOT pg_has_role(current_user, 'postern_tenant', 'MEMBER') THEN EXECUTE format('GRANT postern_tenant TO %I', current_user); END IF;
  IF NOT pg_has_role(current_user, 'postern_system', 'MEMBER') THEN EXECUTE format('GRANT postern_system TO %I', current_user); END IF;
END $$;--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO postern_tenant, postern_system;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO postern_system;--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO postern_system;--> statement-breakpoint
GRANT SELECT ON partner, partner_host, partner_origin, plan, plan_price, add_on, mail_usage TO postern_tenant;--> statement-breakpoint
CREATE FUNCTION current_customer() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.customer_id', true), '')::uuid $$;--> statement-breakpoint
DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['customer', 'bundle', 'plan_order', 'order_add_on', 'mailbox', 'mailbox_suspension', 'mail_alias', 'forwarder', 'name_registry', 'audit'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()))', t);
    EXECUTE format('CREATE POLICY system ON %I TO postern_system USING (current_user = ''postern_system'') WITH CHECK (current_user = ''postern_system'')', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO postern_tenant', t);
  END LOOP;
END $$;--> statement-breakpoint
REVOKE UPDATE, DELETE ON audit FROM postern_tenant, postern_system;--> statement-breakpoint
-- A LIKE isn't leak-proof, so behind any condition of row-level security it may not use its index. A search therefore goes through
-- functions that put the tenant into the condition themselves. They run as a role that sees these columns of every row, that nobody is a
-- member of and no transaction takes. They are planned anew for every text: a rare one is best found by its trigrams, one
-- that nearly all have by walking the addresses.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'postern_search') THEN CREATE ROLE postern_search NOLOGIN; END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO postern_search;--> statement-breakpoint
GRANT SELECT (customer_id, bundle_id, mailbox_id, address, state, search_text, search_words) ON mailbox TO postern_search;--> statement-breakpoint
CREATE POLICY search ON mailbox FOR SELECT TO postern_search USING (true);--> statement-breakpoint
CREATE FUNCTION find_mailboxes_containing(of_bundle uuid, pattern text, after text, at_most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public SET plan_cache_mode = force_custom_plan AS $$ BEGIN
    RETURN QUERY SELECT mailbox_id FROM mailbox
    WHERE customer_id = current_customer() AND bundle_id = of_bundle AND state = 'ready' AND search_text LIKE pattern AND address > after COLLATE "C"
    ORDER BY address LIMIT at_most; END $$;--> statement-breakpoint
CREATE FUNCTION find_mailboxes_beginning(of_bundle uuid, beginning tsquery, after text, at_most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public SET plan_cache_mode = force_custom_plan AS $$ BEGIN
    RETURN QUERY SELECT mailbox_id FROM mailbox
    WHERE customer_id = current_customer() AND bundle_id = of_bundle AND state = 'ready' AND search_words @@ beginning AND address > after COLLATE "C"
    ORDER BY address LIMIT at_most; END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION find_mailboxes_containing(uuid, text, text, int), find_mailboxes_beginning(uuid, tsquery, text, int) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_mailboxes_containing(uuid, text, text, int), find_mailboxes_beginning(uuid, tsquery, text, int) TO postern_tenant;--> statement-breakpoint
-- Only a member may give a function away, so the owner is one for the length of this statement.
DO $$ DECLARE joins boolean := NOT pg_has_role(current_user, 'postern_search', 'MEMBER'); BEGIN
  IF joins THEN EXECUTE format('GRANT postern_search TO %I', current_user); END IF;
  GRANT CREATE ON SCHEMA public TO postern_search;
  ALTER FUNCTION find_mailboxes_containing(uuid, text, text, int) OWNER TO postern_search;
  ALTER FUNCTION find_mailboxes_beginning(uuid, tsquery, text, int) OWNER TO postern_search;
  REVOKE CREATE ON SCHEMA public FROM postern_search;
  IF joins THEN EXECUTE format('REVOKE postern_search FROM %I', current_user); END IF;
END $$;
