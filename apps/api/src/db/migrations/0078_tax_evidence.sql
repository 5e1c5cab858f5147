CREATE TABLE "tax_evidence" (
	"customer_id" uuid NOT NULL,
	"journal_key" text NOT NULL,
	"billing" text,
	"card" text,
	"partner" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tax_evidence_customer_id_journal_key_pk" PRIMARY KEY("customer_id","journal_key")
);
--> statement-breakpoint
ALTER TABLE "tax_evidence" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tax_evidence" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "tax_evidence" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "tax_evidence" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT ON "tax_evidence" TO postern_tenant;--> statement-breakpoint
REVOKE UPDATE ON "tax_evidence" FROM postern_system;--> statement-breakpoint
-- It stays as it was heard, and goes with the books of an erased customer.
CREATE FUNCTION keep_tax_evidence() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM customer c WHERE c.customer_id = OLD.customer_id)
    AND NOT EXISTS (SELECT FROM invoice i WHERE i.customer_id = OLD.customer_id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'Evidence for taxes is only added to.' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER tax_evidence_kept BEFORE UPDATE OR DELETE ON "tax_evidence" FOR EACH ROW EXECUTE FUNCTION keep_tax_evidence();
