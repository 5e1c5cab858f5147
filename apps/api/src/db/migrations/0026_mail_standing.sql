GRANT SELECT (name, customer_id, bundle_id, is_local, receives, may_send, check_wanted_at) ON "domain_mail" TO postern_mail;--> statement-breakpoint
GRANT INSERT, UPDATE ON "domain_mail" TO postern_mail;--> statement-breakpoint
GRANT SELECT ON "setting" TO postern_mail;--> statement-breakpoint
CREATE POLICY mail ON "domain_mail" TO postern_mail USING (true) WITH CHECK (true);--> statement-breakpoint
-- What the mail servers do with a registered domain's mail (ADR 24). A name without a row is unproven, and so is one whose row another
-- customer left. An evaluation's setting names the top-level domains that count as proven; in production there is none.
DO $$ DECLARE joins boolean := NOT pg_has_role(current_user, 'postern_mail', 'MEMBER'); BEGIN
  IF joins THEN EXECUTE format('GRANT postern_mail TO %I', current_user); END IF;
  GRANT CREATE ON SCHEMA mail TO postern_mail;
  CREATE VIEW mail.standing AS
    SELECT n.name, proven.is_so OR coalesce(d.is_local, false) AS is_local, proven.is_so OR coalesce(d.receives, false) AS receives,
      proven.is_so OR coalesce(d.may_send, false) AS may_send
    FROM name_registry n
    LEFT JOIN domain_mail d ON d.name = n.name AND d.customer_id = n.customer_id AND d.bundle_id = n.bundle_id
    CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM setting s
      WHERE s.name = 'proven-top-level-domains' AND s.value ? substring(n.name FROM '[^.]+$')) AS is_so) proven
    WHERE n.kind IN ('domain', 'former-domain');
  CREATE OR REPLACE VIEW mail.domain AS SELECT name FROM mail.standing WHERE is_local;
  -- As whom a login may send: as its mailbox and its aliases, once their domain is proven.
  CREATE OR REPLACE VIEW mail.sender_login AS
    SELECT address, address AS login FROM mail.mailbox
      WHERE ready AND EXISTS (SELECT FROM mail.standing s WHERE s.name = split_part(address, '@', 2) AND s.may_send)
    UNION ALL
    SELECT n.name, m.address FROM name_registry n
    JOIN mail_alias a ON a.customer_id = n.customer_id AND a.bundle_id = n.bundle_id AND a.alias_id = n.target_id
    JOIN mailbox m ON m.customer_id = a.customer_id AND m.bundle_id = a.bundle_id AND m.mailbox_id = a.mailbox_id AND m.state = 'ready'
    WHERE n.kind = 'alias' AND EXISTS (SELECT FROM mail.standing s WHERE s.name = split_part(n.name, '@', 2) AND s.may_send);
  -- Who receives for an address that was asked for: nobody, unless its own domain receives. What may not leave again is addressed within
  -- mailbox.internal, as the mailbox's domain may not be local: of a former domain that still receives, or behind a filter service.
  CREATE FUNCTION mail.recipients(asked text, from_outside boolean) RETURNS SETOF text
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $f$
    SELECT CASE WHEN EXISTS (SELECT FROM mail.domain d WHERE d.name = split_part(r.goto, '@', 2)) THEN r.goto
      ELSE replace(r.goto, '@', '=') || '@mailbox.internal' END
    FROM mail.recipient r
    WHERE r.address = mail.current_address(asked) AND EXISTS (SELECT FROM mail.standing s
      WHERE s.name = substring(asked FROM '[^@]+$') AND CASE WHEN from_outside THEN s.receives ELSE s.is_local END) $f$;
  -- Has the panel check a registered domain at once, as mail waits for it: once a minute, however much mail comes. It sweeps up the mark.
  CREATE FUNCTION mail.want_check(asked text) RETURNS boolean
    LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public AS $f$
    INSERT INTO domain_mail (name, customer_id, bundle_id, ownership_token, evidence, is_check_wanted, check_wanted_at)
      SELECT n.name, n.customer_id, n.bundle_id, '', '{"ownership": {"seenAtMillis": null, "absence": null},
        "mx": {"seenAtMillis": null, "absence": null}, "mxProves": true}', true, now()
      FROM name_registry n WHERE n.name = asked AND n.kind IN ('domain', 'former-domain') AND NOT EXISTS (SELECT FROM domain_mail d
        WHERE d.name = n.name AND d.check_wanted_at BETWEEN now() - interval '1 minute' AND now())
      ON CONFLICT (name) DO UPDATE SET is_check_wanted = true, check_wanted_at = excluded.check_wanted_at;
    SELECT true $f$;
  -- What Postfix does with mail from outside for an address (access(5)); null if the domain isn't ours.
  CREATE FUNCTION mail.arrival(asked text) RETURNS text
    LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public AS $f$
    SELECT CASE
      WHEN NOT s.receives AND mail.want_check(s.name) THEN '450 4.7.1 Mail for this domain does not arrive here yet, as its MX record was '
        'not seen to lead here. It is being checked now, please try again'
      WHEN EXISTS (SELECT FROM mail.recipients(asked, true))
        OR EXISTS (SELECT FROM mail.recipients(regexp_replace(asked, '\+[^@]*@', '@'), true))
        OR EXISTS (SELECT FROM mail.recipients('@' || s.name, true)) THEN 'OK'
      ELSE '550 5.1.1 No such mailbox here' END
    FROM mail.standing s WHERE s.name = substring(asked FROM '[^@]+$') $f$;
  -- As before, but for domains that receive: nobody else's recipient is full because of a mailbox that somebody made here.
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
      JOIN mail.mailbox m ON m.address = receiver.goto
      LEFT JOIN mail_usage u ON u.address = receiver.goto
      WHERE receiver.step = receiver.first_step AND coalesce(u.bytes, 0) + size_bytes > m.quota_bytes
    )
    ORDER BY one.place LIMIT 1 $f$;
  REVOKE ALL ON FUNCTION mail.recipients(text, boolean), mail.want_check(text), mail.arrival(text) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION mail.recipients(text, boolean), mail.arrival(text) TO mailro;
  GRANT EXECUTE ON FUNCTION mail.want_check(text) TO mailro, postern_system;
  GRANT SELECT ON mail.standing TO mailro, postern_system;
  ALTER VIEW mail.standing OWNER TO postern_mail;
  ALTER FUNCTION mail.recipients(text, boolean) OWNER TO postern_mail;
  ALTER FUNCTION mail.want_check(text) OWNER TO postern_mail;
  ALTER FUNCTION mail.arrival(text) OWNER TO postern_mail;
  REVOKE CREATE ON SCHEMA mail FROM postern_mail;
  IF joins THEN EXECUTE format('REVOKE postern_mail FROM %I', current_user); END IF;
END $$;
