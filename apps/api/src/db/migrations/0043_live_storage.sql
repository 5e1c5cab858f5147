-- An open mailbox list shows storage as it changes. Only the write of the mail server says that it did, so that write publishes the event:
-- when a mailbox gets its first mail or loses its last, and otherwise for each megabyte more or less. Many small messages write no rows.
GRANT INSERT ON "live_event" TO postern_mail;--> statement-breakpoint
CREATE POLICY mail ON "live_event" FOR INSERT TO postern_mail WITH CHECK (event = 'mailboxes' AND data ->> 'change' = 'changed');--> statement-breakpoint
-- Only a member may replace a function of postern_mail, so the owner is one for the length of this statement.
DO $do$ DECLARE mails boolean := NOT pg_has_role(current_user, 'postern_mail', 'MEMBER'); BEGIN
  IF mails THEN EXECUTE format('GRANT postern_mail TO %I', current_user); END IF;
  GRANT CREATE ON SCHEMA public TO postern_mail;
  CREATE OR REPLACE FUNCTION note_mail_usage() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
  DECLARE
    changed text := CASE WHEN TG_OP = 'DELETE' THEN OLD.address ELSE NEW.address END;
    used bigint := CASE WHEN TG_OP = 'DELETE' THEN 0 ELSE NEW.bytes END;
    before bigint := CASE WHEN TG_OP = 'INSERT' THEN 0 ELSE OLD.bytes END;
    is_seen boolean := TG_OP <> 'DELETE' AND (before / 1048576 <> used / 1048576 OR (before = 0) <> (used = 0));
  BEGIN
    WITH noted AS (
      UPDATE mailbox_figures f SET used_bytes = used FROM name_registry n
        WHERE n.name = changed COLLATE "default" AND n.kind = 'mailbox'
          AND f.customer_id = n.customer_id AND f.bundle_id = n.bundle_id AND f.mailbox_id = n.target_id
        RETURNING f.customer_id, f.bundle_id, f.mailbox_id)
    INSERT INTO live_event (customer_id, bundle_id, event_id, event, mailbox_id, data, at)
      SELECT customer_id, bundle_id, gen_random_uuid(), 'mailboxes', mailbox_id,
        jsonb_build_object('what', 'mailbox', 'change', 'changed', 'email', changed), now() FROM noted WHERE is_seen;
    RETURN NULL; END $$;
  REVOKE CREATE ON SCHEMA public FROM postern_mail;
  IF mails THEN EXECUTE format('REVOKE postern_mail FROM %I', current_user); END IF;
END $do$;
