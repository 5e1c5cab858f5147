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
