-- Sorting, filtering and searching the list of mailboxes. `fold_for_search` does to the stored text, which is in lower case already, what
-- `foldForSearch` of the domain does to a word that is looked for; a test compares the two.
CREATE FUNCTION fold_for_search(plain text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT replace(replace(replace(replace(
    translate(regexp_replace(normalize(plain, NFD), '[\u0300-\u036f]', '', 'g'), 'øđðłıħς', 'oddlihσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') $$;--> statement-breakpoint
CREATE FUNCTION letters_and_pairs(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT substr(folded, place, size)), '{}')
  FROM generate_series(1, char_length(folded)) AS place, generate_series(1, 2) AS size $$;--> statement-breakpoint
CREATE FUNCTION name_to_sort_by(folded text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  -- A key of an index has at most 2,704 bytes.
  SELECT left(coalesce(
    nullif(btrim(regexp_replace(substr(folded, strpos(folded || E'\n', E'\n') + 1), '[[:space:]]+', ' ', 'g')), ''),
    split_part(split_part(folded, E'\n', 1), '@', 1)), 100) $$;--> statement-breakpoint
-- One statement, so that the table is written anew only once.
ALTER TABLE "mailbox"
  ADD COLUMN "search_folded" text GENERATED ALWAYS AS (fold_for_search(search_text)) STORED NOT NULL,
  ADD COLUMN "search_pairs" text[] GENERATED ALWAYS AS (letters_and_pairs(fold_for_search(search_text))) STORED NOT NULL,
  ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (name_to_sort_by(fold_for_search(search_text))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "mailbox_search_folded" ON "mailbox" USING gin ("bundle_id",search_folded gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mailbox_search_pairs" ON "mailbox" USING gin ("bundle_id","search_pairs");--> statement-breakpoint
CREATE INDEX "mailbox_by_name" ON "mailbox" USING btree ("customer_id","bundle_id","name_key","address") WHERE state = 'ready';--> statement-breakpoint
CREATE INDEX "mailbox_by_creation" ON "mailbox" USING btree ("customer_id","bundle_id","created_at","address") WHERE state = 'ready';--> statement-breakpoint
CREATE INDEX "mailbox_suspended" ON "mailbox" USING btree ("customer_id","bundle_id","address") WHERE state = 'ready' and suspended;--> statement-breakpoint
CREATE INDEX "mailbox_admin" ON "mailbox" USING btree ("customer_id","bundle_id","address") WHERE state = 'ready' and is_admin;--> statement-breakpoint
GRANT SELECT (search_folded, search_pairs, name_key, created_at, suspended, is_admin, quota_mb) ON mailbox TO postern_search;--> statement-breakpoint
GRANT SELECT ON mail_usage TO postern_search;--> statement-breakpoint
GRANT SELECT (customer_id, bundle_id, mailbox_id, type) ON order_add_on TO postern_search;--> statement-breakpoint
CREATE POLICY search ON order_add_on FOR SELECT TO postern_search USING (true);--> statement-breakpoint
-- It runs as the role that reads every mailbox, because row-level security lets only leakproof operators use an index, and LIKE and @> are
-- not. So it adds the tenant itself. The statement is put together anew for each call: the planner then sees which words and filters are
-- asked for, and which index finds the fewest rows. Everything from outside goes through %L, or chooses between fixed texts.
CREATE FUNCTION find_mailboxes(of_bundle uuid, words text[], status text, is_admin boolean, add_on text,
    sort text, descending boolean, after_key text, after_address text, at_most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
DECLARE
  word text;
  conditions text := format('m.customer_id = %L AND m.bundle_id = %L AND m.state = ''ready''', current_customer(), of_bundle);
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
  IF after_address <> '' THEN
    conditions := conditions || CASE sort
      WHEN 'name' THEN format(' AND (m.name_key, m.address) %s (%L COLLATE "C", %L COLLATE "C")', beyond, after_key, after_address)
      WHEN 'created' THEN format(' AND (m.created_at, m.address) %s (%L::timestamptz, %L COLLATE "C")', beyond, after_key, after_address)
      ELSE format(' AND m.address %s %L COLLATE "C"', beyond, after_address) END;
  END IF;
  RETURN QUERY EXECUTE format('SELECT m.mailbox_id FROM mailbox m WHERE %s ORDER BY %s m.address %s LIMIT %s', conditions,
    CASE sort WHEN 'name' THEN 'm.name_key ' || way || ',' WHEN 'created' THEN 'm.created_at ' || way || ',' ELSE '' END, way, at_most);
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION find_mailboxes(uuid, text[], text, boolean, text, text, boolean, text, text, int) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_mailboxes(uuid, text[], text, boolean, text, text, boolean, text, text, int) TO postern_tenant;--> statement-breakpoint
-- Only a member may give a function away, so the owner is one for the length of this statement.
DO $$ DECLARE joins boolean := NOT pg_has_role(current_user, 'postern_search', 'MEMBER'); BEGIN
  IF joins THEN EXECUTE format('GRANT postern_search TO %I', current_user); END IF;
  GRANT CREATE ON SCHEMA public TO postern_search;
  ALTER FUNCTION find_mailboxes(uuid, text[], text, boolean, text, text, boolean, text, text, int) OWNER TO postern_search;
  REVOKE CREATE ON SCHEMA public FROM postern_search;
  IF joins THEN EXECUTE format('REVOKE postern_search FROM %I', current_user); END IF;
END $$;
