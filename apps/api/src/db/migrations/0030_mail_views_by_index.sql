-- A mailbox's address is compared byte by byte (collation "C"), a registered name isn't, so a comparison of the two found no index and read
-- every name for each recipient. Here it is said that they are compared as names.
DO $$ DECLARE joins boolean := NOT pg_has_role(current_user, 'postern_mail', 'MEMBER'); BEGIN
  IF joins THEN EXECUTE format('GRANT postern_mail TO %I', current_user); END IF;
  GRANT CREATE ON SCHEMA mail TO postern_mail;
  CREATE OR REPLACE VIEW mail.recipient_access AS
    SELECT n.name AS address, '550 5.1.1 No such mailbox here'::text AS action FROM name_registry n
    WHERE n.kind <> 'domain' AND NOT EXISTS (SELECT FROM mail.recipient r WHERE r.address = n.name)
    UNION ALL
    SELECT r.address, '552 5.2.2 Mailbox is full' FROM mail.recipient r
    JOIN mail.mailbox m ON m.address = r.goto COLLATE "default" LEFT JOIN mail_usage u ON u.address = r.goto
    WHERE coalesce(u.bytes, 0) >= m.quota_bytes;
  CREATE OR REPLACE FUNCTION mail.recipients(asked text, from_outside boolean) RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $f$
    SELECT CASE WHEN (SELECT d.is_local FROM mail.standing d WHERE d.name = split_part(r.goto, '@', 2) COLLATE "default") THEN r.goto
      ELSE replace(r.goto, '@', '=') || '@mailbox.internal' END
    FROM mail.recipient r
    WHERE r.address = mail.current_address(asked) AND EXISTS (SELECT FROM mail.standing s
      WHERE s.name = substring(asked FROM '[^@]+$') AND CASE WHEN from_outside THEN s.receives ELSE s.is_local END) $f$;
  CREATE OR REPLACE FUNCTION mail.first_full_recipient(asked text[], size_bytes bigint) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path = public AS $f$
    SELECT one.address FROM unnest(asked) WITH ORDINALITY AS one(address, place)
    JOIN mail.standing s ON s.name = substring(one.address FROM '[^@]+$') AND s.receives
    WHERE EXISTS (
      SELECT FROM (
        SELECT found.goto, found.step, min(found.step) OVER () AS first_step FROM (
          SELECT r.goto, 1 AS step FROM mail.recipient r WHERE r.address = mail.current_address(one.address)
          UNION ALL
          SELECT r.goto, 2 FROM mail.recipient r
            WHERE r.address = mail.current_address(regexp_replace(one.address, '^([^+@]+)\+[^@]*@', '\1@'))
          UNION ALL
          SELECT r.goto, 3 FROM mail.recipient r WHERE r.address = mail.current_address('@' || s.name)
        ) found
      ) receiver
      JOIN mail.mailbox m ON m.address = receiver.goto COLLATE "default"
      LEFT JOIN mail_usage u ON u.address = receiver.goto
      WHERE receiver.step = receiver.first_step AND coalesce(u.bytes, 0) + size_bytes > m.quota_bytes
    )
    ORDER BY one.place LIMIT 1 $f$;
  REVOKE CREATE ON SCHEMA mail FROM postern_mail;
  IF joins THEN EXECUTE format('REVOKE postern_mail FROM %I', current_user); END IF;
END $$;
