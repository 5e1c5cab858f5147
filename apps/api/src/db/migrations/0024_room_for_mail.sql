-- The first of these recipients, in the order asked, one of whose mailboxes has no room for a message of this size; null if all have.
-- A recipient leads to the mailboxes of its address, else of its address without the tag, else of the catch-all, as in Postfix.
DO $$ DECLARE joins boolean := NOT pg_has_role(current_user, 'postern_mail', 'MEMBER'); BEGIN
  IF joins THEN EXECUTE format('GRANT postern_mail TO %I', current_user); END IF;
  GRANT CREATE ON SCHEMA mail TO postern_mail;
  CREATE FUNCTION mail.first_full_recipient(asked text[], size_bytes bigint) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path = public AS $f$
    SELECT one.address FROM unnest(asked) WITH ORDINALITY AS one(address, place)
    WHERE EXISTS (
      SELECT FROM (
        SELECT found.goto, found.step, min(found.step) OVER () AS first_step FROM (
          SELECT r.goto, 1 AS step FROM mail.recipient r WHERE r.address = mail.current_address(one.address)
          UNION ALL
          SELECT r.goto, 2 FROM mail.recipient r
            WHERE r.address = mail.current_address(regexp_replace(one.address, '^([^+@]+)\+[^@]*@', '\1@'))
          UNION ALL
          SELECT r.goto, 3 FROM mail.recipient r WHERE r.address = mail.current_address('@' || split_part(one.address, '@', 2))
        ) found
      ) receiver
      JOIN mail.mailbox m ON m.address = receiver.goto
      LEFT JOIN mail_usage u ON u.address = receiver.goto
      WHERE receiver.step = receiver.first_step AND coalesce(u.bytes, 0) + size_bytes > m.quota_bytes
    )
    ORDER BY one.place LIMIT 1 $f$;
  REVOKE ALL ON FUNCTION mail.first_full_recipient(text[], bigint) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION mail.first_full_recipient(text[], bigint) TO postern_system;
  ALTER FUNCTION mail.first_full_recipient(text[], bigint) OWNER TO postern_mail;
  REVOKE CREATE ON SCHEMA mail FROM postern_mail;
  IF joins THEN EXECUTE format('REVOKE postern_mail FROM %I', current_user); END IF;
END $$;
