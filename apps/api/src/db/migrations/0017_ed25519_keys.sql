ALTER TABLE "dkim_key" ADD COLUMN "ed25519_public_key" text;--> statement-breakpoint
ALTER TABLE "dkim_key" ADD COLUMN "sealed_ed25519_seed" text;--> statement-breakpoint
ALTER TABLE "dkim_key" ADD COLUMN "is_ed25519_seen" boolean DEFAULT false NOT NULL;