CREATE TABLE "former_address" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"number" bigserial NOT NULL,
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"former_email" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "login_token" ADD COLUMN "bound_to" text;--> statement-breakpoint
CREATE INDEX "former_address_mailbox" ON "former_address" USING btree ("customer_id","mailbox_id");--> statement-breakpoint
CREATE INDEX "former_address_expiry" ON "former_address" USING btree ("expires_at");