CREATE TABLE "entry_token" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"partner_id" integer NOT NULL,
	"customer_id" uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "partner_api_key" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"partner_id" integer NOT NULL,
	"key_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "partner_api_key_id" UNIQUE("partner_id","key_id")
);
--> statement-breakpoint
ALTER TABLE "partner_api_key" ADD CONSTRAINT "partner_api_key_partner_id_partner_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("partner_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_token_customer" ON "entry_token" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "entry_token_expiry" ON "entry_token" USING btree ("expires_at");
