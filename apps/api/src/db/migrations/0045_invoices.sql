CREATE TABLE "invoice" (
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"journal_key" text NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"corrects_number" text,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"issued_on" date NOT NULL,
	"currency" text NOT NULL,
	"net_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"total_minor" bigint NOT NULL,
	"credit_minor" bigint NOT NULL,
	"paid_minor" bigint NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "invoice_customer_id_bundle_id_invoice_id_pk" PRIMARY KEY("customer_id","bundle_id","invoice_id")
);
--> statement-breakpoint
CREATE TABLE "invoice_counter" (
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "invoice_counter_series_year_pk" PRIMARY KEY("series","year")
);
--> statement-breakpoint
CREATE TABLE "invoice_series" (
	"series" text PRIMARY KEY NOT NULL,
	"partner_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seller" (
	"partner_id" integer PRIMARY KEY NOT NULL,
	"details" jsonb NOT NULL,
	"series" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_number" ON "invoice" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_journal" ON "invoice" USING btree ("journal_key");--> statement-breakpoint
CREATE INDEX "invoice_corrects" ON "invoice" USING btree ("corrects_number");--> statement-breakpoint
CREATE INDEX "invoice_order" ON "invoice" USING btree ("order_id","issued_at");--> statement-breakpoint
REVOKE UPDATE ON "invoice" FROM postern_system;--> statement-breakpoint
-- An invoice stays as it was issued. It goes with the books of a customer who was erased, when the years of keeping are over.
CREATE TRIGGER invoice_kept BEFORE UPDATE OR DELETE ON "invoice" FOR EACH ROW EXECUTE FUNCTION keep_books();
