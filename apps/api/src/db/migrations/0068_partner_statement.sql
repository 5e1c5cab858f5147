CREATE TABLE "partner_share" (
	"partner_id" integer NOT NULL,
	"from_month" date NOT NULL,
	"basis_points" integer NOT NULL,
	CONSTRAINT "partner_share_partner_id_from_month_pk" PRIMARY KEY("partner_id","from_month")
);
--> statement-breakpoint
CREATE TABLE "partner_statement" (
	"partner_id" integer NOT NULL,
	"month" date NOT NULL,
	"share_basis_points" integer NOT NULL,
	"entries" jsonb NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "partner_statement_partner_id_month_pk" PRIMARY KEY("partner_id","month")
);
--> statement-breakpoint
CREATE TABLE "partner_statement_journal" (
	"journal_key" text PRIMARY KEY NOT NULL,
	"partner_id" integer NOT NULL,
	"month" date NOT NULL
);
--> statement-breakpoint
REVOKE UPDATE, DELETE ON "partner_statement", "partner_statement_journal" FROM postern_system;--> statement-breakpoint
-- What was issued stays as it is: corrections are in the statement of a later month.
CREATE FUNCTION keep_statements() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION 'An issued statement is never changed.' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER partner_statement_kept BEFORE UPDATE OR DELETE ON "partner_statement" FOR EACH ROW EXECUTE FUNCTION keep_statements();--> statement-breakpoint
CREATE TRIGGER partner_statement_journal_kept BEFORE UPDATE OR DELETE ON "partner_statement_journal" FOR EACH ROW EXECUTE FUNCTION keep_statements();
