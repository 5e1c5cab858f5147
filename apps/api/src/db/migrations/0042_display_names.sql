ALTER TABLE "add_on" ADD COLUMN "display_names" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "plan" ADD COLUMN "display_names" jsonb DEFAULT '{}'::jsonb NOT NULL;