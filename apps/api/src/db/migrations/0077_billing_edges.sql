ALTER TABLE "partner" ADD COLUMN "may_offer_months" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE TABLE "reconcile_progress" (
	"until" date PRIMARY KEY NOT NULL,
	"reached" timestamp (3) with time zone NOT NULL,
	"found" jsonb NOT NULL
);
