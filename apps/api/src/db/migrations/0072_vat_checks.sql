CREATE TABLE "vat_check" (
	"customer_id" uuid NOT NULL,
	"check_id" uuid NOT NULL,
	"partner_id" integer NOT NULL,
	"number" text NOT NULL,
	"answer" text NOT NULL,
	"name" text,
	"address" text,
	"request_id" text,
	"requester" text,
	"failure" text,
	"checked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "vat_check_customer_id_check_id_pk" PRIMARY KEY("customer_id","check_id")
);
--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "taxed_for" text;--> statement-breakpoint
CREATE INDEX "vat_check_number" ON "vat_check" USING btree ("customer_id","number","checked_at");--> statement-breakpoint
ALTER TABLE "vat_check" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "vat_check" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "vat_check" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "vat_check" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT ON "vat_check" TO postern_tenant;--> statement-breakpoint
REVOKE UPDATE ON "vat_check" FROM postern_system;--> statement-breakpoint
-- Who sells decides who owes the tax, also for what a customer's own transaction shows.
GRANT SELECT ON "seller" TO postern_tenant;--> statement-breakpoint
-- The evidence for an invoice stays as it was heard. It goes with the books of an erased customer, or with a purchase that came to nothing.
CREATE FUNCTION keep_vat_checks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM customer c WHERE c.customer_id = OLD.customer_id)
    AND NOT EXISTS (SELECT FROM invoice i WHERE i.customer_id = OLD.customer_id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'What a register answered is only added to.' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER vat_check_kept BEFORE UPDATE OR DELETE ON "vat_check" FOR EACH ROW EXECUTE FUNCTION keep_vat_checks();
