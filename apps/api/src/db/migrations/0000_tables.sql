CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE TABLE "bundle" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"partner_id" integer NOT NULL,
	"domain_name" text NOT NULL,
	"locale" text NOT NULL,
	"flags" jsonb NOT NULL,
	"mailbox_count" integer NOT NULL,
	"catch_all_mailbox_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bundle_customer_id_bundle_id_pk" PRIMARY KEY("customer_id","bundle_id")
);
--> statement-breakpoint
CREATE TABLE "customer" (
	"customer_id" uuid PRIMARY KEY NOT NULL,
	"partner_id" integer NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"company_name" text,
	"password_hash" text,
	"billing_address" jsonb NOT NULL,
	"tax_details" jsonb,
	"locale" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_add_on" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"add_on_id" uuid NOT NULL,
	"type" text NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_add_on_customer_id_bundle_id_add_on_id_pk" PRIMARY KEY("customer_id","bundle_id","add_on_id")
);
--> statement-breakpoint
CREATE TABLE "plan_order" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"product" text NOT NULL,
	"plan_id" integer NOT NULL,
	"billing_cycle" text NOT NULL,
	"currency" text NOT NULL,
	"price_minor" bigint NOT NULL,
	"accounts_purchased" integer NOT NULL,
	"status" text NOT NULL,
	"flags" jsonb NOT NULL,
	"auto_renew" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"trial_until" timestamp (3) with time zone,
	"purchase_id" uuid,
	CONSTRAINT "plan_order_customer_id_bundle_id_order_id_pk" PRIMARY KEY("customer_id","bundle_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"customer_id" uuid NOT NULL,
	"audit_id" uuid NOT NULL,
	"bundle_id" uuid,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"attrs" jsonb NOT NULL,
	"request_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_customer_id_audit_id_pk" PRIMARY KEY("customer_id","audit_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer,
	"sealed_answer" text,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "partner_audit" (
	"partner_id" integer NOT NULL,
	"audit_id" uuid NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"attrs" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "partner_audit_partner_id_audit_id_pk" PRIMARY KEY("partner_id","audit_id")
);
--> statement-breakpoint
CREATE TABLE "setting" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forwarder" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"forwarder_id" uuid NOT NULL,
	"address" text NOT NULL,
	"recipient_mailbox_ids" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "forwarder_customer_id_bundle_id_forwarder_id_pk" PRIMARY KEY("customer_id","bundle_id","forwarder_id")
);
--> statement-breakpoint
CREATE TABLE "mail_alias" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"alias_id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"address" text NOT NULL,
	"display_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_alias_customer_id_bundle_id_alias_id_pk" PRIMARY KEY("customer_id","bundle_id","alias_id")
);
--> statement-breakpoint
CREATE TABLE "mail_usage" (
	"address" text collate "C" PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"messages" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailbox" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"address" text collate "C" NOT NULL,
	"display_name" text NOT NULL,
	"is_admin" boolean NOT NULL,
	"state" text NOT NULL,
	"suspended" boolean NOT NULL,
	"password_hash" text,
	"alternate_email" text,
	"quota_mb" integer NOT NULL,
	"flags" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"search_text" text NOT NULL,
	"search_words" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(array_remove(regexp_split_to_array(search_text, '[[:space:]]+'), ''))) STORED NOT NULL,
	CONSTRAINT "mailbox_customer_id_bundle_id_mailbox_id_pk" PRIMARY KEY("customer_id","bundle_id","mailbox_id")
);
--> statement-breakpoint
CREATE TABLE "mailbox_suspension" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"suspension_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"by_role" text NOT NULL,
	"by_email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mailbox_suspension_customer_id_bundle_id_mailbox_id_suspension_id_pk" PRIMARY KEY("customer_id","bundle_id","mailbox_id","suspension_id")
);
--> statement-breakpoint
CREATE TABLE "name_registry" (
	"name" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"target_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner" (
	"partner_id" integer PRIMARY KEY NOT NULL,
	"company_name" text NOT NULL,
	"brand" text NOT NULL,
	"product_name" text NOT NULL,
	"state" text NOT NULL,
	"support_email" text NOT NULL,
	"theme_id" text NOT NULL,
	"theme" jsonb NOT NULL,
	"logo_url" text,
	"logo_dark_url" text,
	"urls" jsonb NOT NULL,
	"flags" jsonb NOT NULL,
	"payment_enabled" boolean NOT NULL,
	"country_currencies" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_host" (
	"host" text PRIMARY KEY NOT NULL,
	"partner_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_key" (
	"partner_id" integer NOT NULL,
	"key_id" text NOT NULL,
	"algorithm" text NOT NULL,
	"sealed_secret" text,
	"public_key_pem" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "partner_key_partner_id_key_id_pk" PRIMARY KEY("partner_id","key_id")
);
--> statement-breakpoint
CREATE TABLE "partner_origin" (
	"partner_id" integer NOT NULL,
	"origin" text NOT NULL,
	CONSTRAINT "partner_origin_partner_id_origin_pk" PRIMARY KEY("partner_id","origin")
);
--> statement-breakpoint
CREATE TABLE "add_on" (
	"type" text PRIMARY KEY NOT NULL,
	"display_name" text NOT NULL,
	"z_index" integer NOT NULL,
	"features" jsonb NOT NULL,
	"prices" jsonb NOT NULL,
	"maximum" integer,
	"partner_ids" jsonb,
	"trial_days" integer,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "plan" (
	"plan_id" integer PRIMARY KEY NOT NULL,
	"product" text NOT NULL,
	"type" text NOT NULL,
	"display_name" text NOT NULL,
	"z_index" integer NOT NULL,
	"is_trial" boolean NOT NULL,
	"is_free" boolean NOT NULL,
	"paid_plan_id" integer,
	"default_trial_days" integer,
	"needs_card" boolean NOT NULL,
	"features" jsonb NOT NULL,
	"partner_ids" jsonb,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "plan_price" (
	"plan_id" integer NOT NULL,
	"currency" text NOT NULL,
	"cycle" text NOT NULL,
	"price_minor" bigint NOT NULL,
	"first_cycle_price_minor" bigint NOT NULL,
	CONSTRAINT "plan_price_plan_id_currency_cycle_pk" PRIMARY KEY("plan_id","currency","cycle")
);
--> statement-breakpoint
CREATE TABLE "blocked_country" (
	"country" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gateway_event" (
	"event_id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entry" (
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase" (
	"purchase_id" uuid PRIMARY KEY NOT NULL,
	"partner_id" integer NOT NULL,
	"link_id" text NOT NULL,
	"claims" jsonb NOT NULL,
	"state" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"billing_address" jsonb,
	"tax_details" jsonb,
	"plan" jsonb,
	"amount_minor" bigint,
	"currency" text,
	"gateway" text,
	"attempt" integer NOT NULL,
	"tracking_id" uuid,
	"intent_id" text,
	"sealed_client_secret" text,
	"bundle_id" uuid,
	"order_id" uuid,
	"failure" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"link_expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchase_token" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purchase_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spent_link" (
	"partner_id" integer NOT NULL,
	"link_id" text NOT NULL,
	"spent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "spent_link_partner_id_link_id_pk" PRIMARY KEY("partner_id","link_id")
);
--> statement-breakpoint
CREATE TABLE "login_token" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"customer_id" uuid NOT NULL,
	"mailbox_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"partner_id" integer NOT NULL,
	"mailbox_id" uuid,
	"role" text NOT NULL,
	"email" text NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "partner_host" ADD CONSTRAINT "partner_host_partner_id_partner_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_key" ADD CONSTRAINT "partner_key_partner_id_partner_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_origin" ADD CONSTRAINT "partner_origin_partner_id_partner_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_price" ADD CONSTRAINT "plan_price_plan_id_plan_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plan"("plan_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_token" ADD CONSTRAINT "purchase_token_purchase_id_purchase_purchase_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchase"("purchase_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bundle_id" ON "bundle" USING btree ("bundle_id");--> statement-breakpoint
CREATE INDEX "customer_email" ON "customer" USING btree ("email");--> statement-breakpoint
CREATE INDEX "order_add_on_mailbox" ON "order_add_on" USING btree ("customer_id","bundle_id","mailbox_id");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_order_one_a_product" ON "plan_order" USING btree ("customer_id","bundle_id","product") WHERE status <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "plan_order_purchase" ON "plan_order" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "mail_alias_mailbox" ON "mail_alias" USING btree ("customer_id","bundle_id","mailbox_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mailbox_address" ON "mailbox" USING btree ("customer_id","bundle_id","address");--> statement-breakpoint
CREATE INDEX "mailbox_id" ON "mailbox" USING btree ("mailbox_id");--> statement-breakpoint
CREATE INDEX "mailbox_unsettled" ON "mailbox" USING btree ("created_at") WHERE state <> 'ready';--> statement-breakpoint
CREATE INDEX "mailbox_search_text" ON "mailbox" USING gin ("bundle_id",search_text gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mailbox_search_words" ON "mailbox" USING gin ("bundle_id","search_words");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entry_once" ON "ledger_entry" USING btree ("kind","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_link" ON "purchase" USING btree ("partner_id","link_id");--> statement-breakpoint
CREATE INDEX "purchase_intent" ON "purchase" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "purchase_unsettled" ON "purchase" USING btree ("updated_at") WHERE state in ('intent_created', 'charged', 'order_written', 'provisioned', 'refunding');--> statement-breakpoint
CREATE INDEX "login_token_customer" ON "login_token" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "login_token_expiry" ON "login_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "session_customer" ON "session" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "session_mailbox" ON "session" USING btree ("mailbox_id");--> statement-breakpoint
CREATE INDEX "session_expiry" ON "session" USING btree ("expires_at");