CREATE TABLE "forwarder_recipient" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"forwarder_id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	CONSTRAINT "forwarder_recipient_customer_id_bundle_id_forwarder_id_mailbox_id_pk" PRIMARY KEY("customer_id","bundle_id","forwarder_id","mailbox_id")
);
--> statement-breakpoint
ALTER TABLE "forwarder_recipient" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "forwarder_recipient" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "forwarder_recipient" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "forwarder_recipient" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "forwarder_recipient" TO postern_tenant, postern_system;--> statement-breakpoint
-- The owner sees no tenant's row, so what is there moves as the system.
SET LOCAL ROLE postern_system;--> statement-breakpoint
INSERT INTO "forwarder_recipient" SELECT customer_id, bundle_id, forwarder_id, jsonb_array_elements_text(recipient_mailbox_ids)::uuid FROM "forwarder" ON CONFLICT DO NOTHING;--> statement-breakpoint
SET LOCAL ROLE NONE;--> statement-breakpoint
DROP INDEX "mailbox_address";--> statement-breakpoint
ALTER TABLE "bundle" ADD COLUMN "spam_level" text DEFAULT 'strict' NOT NULL;--> statement-breakpoint
ALTER TABLE "mailbox" ADD COLUMN "replaces_mailbox_id" uuid;--> statement-breakpoint
CREATE INDEX "forwarder_recipient_mailbox" ON "forwarder_recipient" USING btree ("customer_id","bundle_id","mailbox_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mailbox_address" ON "mailbox" USING btree ("customer_id","bundle_id","address") WHERE state <> 'deleting';--> statement-breakpoint
ALTER TABLE "forwarder" DROP COLUMN "recipient_mailbox_ids";