CREATE TABLE "partner_font" (
	"partner_id" integer PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"file" text NOT NULL,
	"is_variable" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "partner_font" ADD CONSTRAINT "partner_font_partner_id_partner_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("partner_id") ON DELETE no action ON UPDATE no action;