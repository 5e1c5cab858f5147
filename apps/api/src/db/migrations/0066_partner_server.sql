CREATE TABLE "partner_server" (
	"server_id" text PRIMARY KEY NOT NULL,
	"partner_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "partner_server" ADD CONSTRAINT "partner_server_partner_id_partner_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("partner_id") ON DELETE no action ON UPDATE no action;