CREATE TABLE "mail_backend" (
	"name" text PRIMARY KEY NOT NULL,
	"doveadm_url" text NOT NULL,
	"host" text NOT NULL,
	"imap_port" integer NOT NULL,
	"pop3_port" integer NOT NULL,
	"lmtp_port" integer NOT NULL,
	"copy_port" integer NOT NULL,
	"store_dir" text,
	"weight" integer NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailbox_place" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"backend" text NOT NULL,
	"moving_to" text,
	"moving_from" text,
	"switched_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"lease_by" bigint,
	CONSTRAINT "mailbox_place_customer_id_bundle_id_mailbox_id_pk" PRIMARY KEY("customer_id","bundle_id","mailbox_id")
);
--> statement-breakpoint
CREATE INDEX "mailbox_place_of" ON "mailbox_place" USING btree ("mailbox_id");--> statement-breakpoint
CREATE INDEX "mailbox_place_moving" ON "mailbox_place" USING btree ("mailbox_id") WHERE moving_to is not null or moving_from is not null;--> statement-breakpoint
ALTER TABLE "mailbox_place" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mailbox_place" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "mailbox_place" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "mailbox_place" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
CREATE POLICY mail ON "mailbox_place" FOR SELECT TO postern_mail USING (true);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "mailbox_place" TO postern_tenant, postern_system;--> statement-breakpoint
GRANT SELECT ON "mailbox_place", "mail_backend" TO postern_mail;--> statement-breakpoint
GRANT SELECT (name, weight) ON "mail_backend" TO postern_tenant;--> statement-breakpoint
-- A new mailbox gets a backend by their weights, in the transaction that makes it, also where a process of the former release does. Without
-- backends there are no places. That the choice names `m` makes it one for each mailbox.
CREATE FUNCTION add_mailbox_places() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO mailbox_place (customer_id, bundle_id, mailbox_id, backend)
    SELECT m.customer_id, m.bundle_id, m.mailbox_id, chosen.name FROM made m CROSS JOIN LATERAL
      (SELECT b.name FROM mail_backend b WHERE b.weight > 0 AND m.mailbox_id IS NOT NULL ORDER BY random() ^ (1.0 / b.weight) DESC LIMIT 1) chosen
    ON CONFLICT DO NOTHING;
  RETURN NULL; END $$;--> statement-breakpoint
CREATE FUNCTION remove_mailbox_places() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM mailbox_place p USING gone g
    WHERE p.customer_id = g.customer_id AND p.bundle_id = g.bundle_id AND p.mailbox_id = g.mailbox_id;
  RETURN NULL; END $$;--> statement-breakpoint
-- What Dovecot's proxy asks: where a mailbox is. One without a place of its own is on the first backend.
DO $$ DECLARE joins boolean := NOT pg_has_role(current_user, 'postern_mail', 'MEMBER'); BEGIN
  IF joins THEN EXECUTE format('GRANT postern_mail TO %I', current_user); END IF;
  GRANT CREATE ON SCHEMA mail TO postern_mail;
  CREATE VIEW mail.place AS
    SELECT n.name AS address, b.name AS backend, b.host, b.imap_port, b.pop3_port, b.lmtp_port, b.copy_port
    FROM name_registry n
    LEFT JOIN mailbox_place p ON p.customer_id = n.customer_id AND p.bundle_id = n.bundle_id AND p.mailbox_id = n.target_id
    JOIN mail_backend b ON b.name = coalesce(p.backend, (SELECT f.name FROM mail_backend f ORDER BY f.added_at, f.name LIMIT 1))
    WHERE n.kind = 'mailbox';
  GRANT SELECT ON mail.place TO mailro;
  ALTER VIEW mail.place OWNER TO postern_mail;
  REVOKE CREATE ON SCHEMA mail FROM postern_mail;
  IF joins THEN EXECUTE format('REVOKE postern_mail FROM %I', current_user); END IF;
END $$;
