ALTER TABLE "domain_change" ADD COLUMN "former_held_by" integer;--> statement-breakpoint
ALTER TABLE "dns_zone" ADD COLUMN "publishing_by" integer;