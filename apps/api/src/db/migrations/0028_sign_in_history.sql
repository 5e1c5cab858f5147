CREATE TABLE "sign_in_record" (
	"customer_id" uuid NOT NULL,
	"record_id" uuid NOT NULL,
	"login_id" uuid NOT NULL,
	"bundle_id" uuid,
	"email" text NOT NULL,
	"method" text NOT NULL,
	"outcome" text NOT NULL,
	"network" text NOT NULL,
	"browser" text NOT NULL,
	"os" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"times" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_record_customer_id_record_id_pk" PRIMARY KEY("customer_id","record_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_record_kind" ON "sign_in_record" USING btree ("customer_id","login_id","hour","outcome","method","network","browser","os");--> statement-breakpoint
CREATE INDEX "sign_in_record_newest" ON "sign_in_record" USING btree ("customer_id","last_at");--> statement-breakpoint
CREATE INDEX "sign_in_record_age" ON "sign_in_record" USING btree ("last_at");--> statement-breakpoint
ALTER TABLE "sign_in_record" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sign_in_record" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "sign_in_record" TO postern_tenant USING (customer_id = (SELECT current_customer())) WITH CHECK (customer_id = (SELECT current_customer()));--> statement-breakpoint
CREATE POLICY system ON "sign_in_record" TO postern_system USING (current_user = 'postern_system') WITH CHECK (current_user = 'postern_system');--> statement-breakpoint
GRANT SELECT ON "sign_in_record" TO postern_tenant;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "sign_in_record" TO postern_system;
