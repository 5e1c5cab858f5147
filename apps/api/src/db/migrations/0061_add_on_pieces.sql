ALTER TABLE "order_add_on" ADD COLUMN "terms_id" text;--> statement-breakpoint
ALTER TABLE "order_add_on" ADD COLUMN "storage_mb" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_add_on" ADD COLUMN "ended" boolean DEFAULT false NOT NULL;