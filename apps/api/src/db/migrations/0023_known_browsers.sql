CREATE TABLE "known_browser" (
	"mark_hash" text PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"login_id" uuid NOT NULL,
	"gave_code" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_place" (
	"network" text NOT NULL,
	"login_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_place_network_login_id_pk" PRIMARY KEY("network","login_id")
);
--> statement-breakpoint
ALTER TABLE "rate_limit" ADD COLUMN "day_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rate_limit" ADD COLUMN "day_resets_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "rate_limit" ADD COLUMN "being_checked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rate_limit" ADD COLUMN "last_started_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "known_browser_login" ON "known_browser" USING btree ("customer_id","login_id");--> statement-breakpoint
CREATE INDEX "known_browser_last_use" ON "known_browser" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "known_place_login" ON "known_place" USING btree ("customer_id","login_id");--> statement-breakpoint
CREATE INDEX "known_place_last" ON "known_place" USING btree ("last_at");