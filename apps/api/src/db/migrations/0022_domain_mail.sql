CREATE TABLE "domain_mail" (
	"name" text PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"ownership_token" text NOT NULL,
	"evidence" jsonb NOT NULL,
	"is_local" boolean DEFAULT false NOT NULL,
	"receives" boolean DEFAULT false NOT NULL,
	"may_send" boolean DEFAULT false NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"is_check_wanted" boolean DEFAULT false NOT NULL,
	"check_wanted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "domain_mail_wanted" ON "domain_mail" USING btree ("name") WHERE is_check_wanted;--> statement-breakpoint
ALTER TABLE "domain_mail" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "domain_mail" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "domain_mail" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "domain_mail" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "domain_mail" TO postern_tenant, postern_system;--> statement-breakpoint
-- What checks have seen counts: a domain that is connected receives on. `verified` holds what was found in the DNS, also where the partner
-- asks for no proof of ownership. Everything else starts unproven; the first mail that waits starts a check.
SET LOCAL ROLE postern_system;--> statement-breakpoint
  INSERT INTO domain_mail (name, customer_id, bundle_id, ownership_token, evidence, is_local, receives, may_send, checked_at)
    SELECT n.name, n.customer_id, n.bundle_id, c.ownership_token, jsonb_build_object(
        'ownership', jsonb_build_object('seenAtMillis', CASE WHEN c.verified ->> 'ownership' = 'true' THEN seen.millis END, 'absence', NULL),
        'mx', jsonb_build_object('seenAtMillis', CASE WHEN c.verified ->> 'mx' = 'true' THEN seen.millis END, 'absence', NULL),
        'mxProves', true), true, true, true, c.checked_at
    FROM domain_connection c
    JOIN name_registry n ON n.name = c.domain_name AND n.kind = 'domain' AND n.customer_id = c.customer_id AND n.bundle_id = c.bundle_id
    CROSS JOIN LATERAL (SELECT floor(extract(epoch FROM coalesce(c.answered_at, c.created_at)) * 1000)::bigint AS millis) seen
    WHERE c.verified ->> 'ownership' = 'true' OR c.verified ->> 'mx' = 'true';--> statement-breakpoint
SET LOCAL ROLE NONE;
