CREATE TABLE "billing_payment" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"quote_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"client_tracking_id" text,
	"state" text NOT NULL,
	"gateway" text NOT NULL,
	"charge_key" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"intent_id" text,
	"sealed_client_secret" text,
	"payment_method_id" text,
	"failure" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "billing_payment_customer_id_bundle_id_payment_id_pk" PRIMARY KEY("customer_id","bundle_id","payment_id")
);
--> statement-breakpoint
CREATE TABLE "quote" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"quote_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"order_version" integer NOT NULL,
	"items" jsonb NOT NULL,
	"month_extension" integer NOT NULL,
	"change" jsonb NOT NULL,
	"sum" jsonb NOT NULL,
	"credit_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quote_customer_id_bundle_id_quote_id_pk" PRIMARY KEY("customer_id","bundle_id","quote_id")
);
--> statement-breakpoint
CREATE TABLE "book_posting" (
	"posting_id" uuid PRIMARY KEY NOT NULL,
	"journal_key" text NOT NULL,
	"line" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"customer_id" uuid NOT NULL,
	"account" text NOT NULL,
	"month" date,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"reference" text,
	"bundle_id" uuid,
	"order_id" uuid,
	"quote_id" uuid,
	"purchase_id" uuid
);
--> statement-breakpoint
CREATE TABLE "order_billing" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"period_from" date,
	"period_to" date,
	"anchor_day" integer NOT NULL,
	"first_price_minor" bigint NOT NULL,
	"first_cycle_until" date,
	"paid" jsonb NOT NULL,
	"add_ons" jsonb NOT NULL,
	"scheduled" jsonb,
	"credit_minor" bigint NOT NULL,
	"cancelled_at" timestamp (3) with time zone,
	"cancel_reason" text,
	"renewal_date_moved" boolean NOT NULL,
	"has_month_offer" boolean NOT NULL,
	"due_at" timestamp (3) with time zone,
	"is_reminded" boolean NOT NULL,
	"failures" integer NOT NULL,
	"is_hard_decline" boolean NOT NULL,
	"decline_code" text,
	"stopped_at" timestamp (3) with time zone,
	"deletion_warnings" integer NOT NULL,
	CONSTRAINT "order_billing_customer_id_bundle_id_order_id_pk" PRIMARY KEY("customer_id","bundle_id","order_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "billing_payment_quote" ON "billing_payment" USING btree ("customer_id","bundle_id","quote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_payment_client" ON "billing_payment" USING btree ("customer_id","bundle_id","client_tracking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_payment_one_open" ON "billing_payment" USING btree ("customer_id","bundle_id","order_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "billing_payment_intent" ON "billing_payment" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "billing_payment_unsettled" ON "billing_payment" USING btree ("updated_at") WHERE state in ('open', 'refunding');--> statement-breakpoint
CREATE INDEX "quote_order" ON "quote" USING btree ("customer_id","bundle_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "book_posting_once" ON "book_posting" USING btree ("journal_key","line");--> statement-breakpoint
CREATE INDEX "book_posting_customer" ON "book_posting" USING btree ("customer_id","at");--> statement-breakpoint
CREATE INDEX "book_posting_at" ON "book_posting" USING btree ("at");--> statement-breakpoint
CREATE INDEX "order_billing_due" ON "order_billing" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
ALTER TABLE "order_billing" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "order_billing" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "order_billing" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "order_billing" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "order_billing" TO postern_tenant, postern_system;--> statement-breakpoint
ALTER TABLE "quote" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "quote" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "quote" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "quote" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "quote" TO postern_tenant, postern_system;--> statement-breakpoint
ALTER TABLE "billing_payment" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "billing_payment" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "billing_payment" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "billing_payment" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "billing_payment" TO postern_tenant, postern_system;--> statement-breakpoint
-- The price with tax of the next renewal is shown to customers.
GRANT SELECT ON "tax_rate" TO postern_tenant;--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON "book_posting" TO postern_system;--> statement-breakpoint
REVOKE UPDATE ON "book_posting" FROM postern_system;--> statement-breakpoint
-- The books are only added to. What they kept of a customer who was erased may go when the years of keeping are over.
CREATE FUNCTION keep_books() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM customer_erasure e WHERE e.customer_id = OLD.customer_id AND e.state = 'finished') THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'The books are only added to.' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER book_posting_kept BEFORE UPDATE OR DELETE ON "book_posting" FOR EACH ROW EXECUTE FUNCTION keep_books();--> statement-breakpoint
CREATE FUNCTION check_journal() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF EXISTS (SELECT FROM book_posting p WHERE p.journal_key = NEW.journal_key GROUP BY p.currency HAVING sum(p.amount_minor) <> 0) THEN
    RAISE EXCEPTION 'The journal % does not balance.', NEW.journal_key USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER book_posting_balances AFTER INSERT ON "book_posting" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION check_journal();
