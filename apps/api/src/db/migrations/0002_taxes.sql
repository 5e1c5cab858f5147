CREATE TABLE "sanctioned_country" (
	"country" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tax_rate" (
	"tax_rate_id" uuid PRIMARY KEY NOT NULL,
	"partner_id" integer,
	"country" text NOT NULL,
	"name" text NOT NULL,
	"rate_basis_points" integer NOT NULL,
	"from_date" date NOT NULL,
	CONSTRAINT "tax_rate_once" UNIQUE NULLS NOT DISTINCT("partner_id","country","name","from_date")
);
--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "tax_minor" bigint;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "tax_lines" jsonb;