CREATE TABLE "webhook_endpoint" (
	"endpoint_id" text PRIMARY KEY NOT NULL,
	"partner_id" integer,
	"url" text NOT NULL,
	"event_types" jsonb,
	"sealed_secret" text NOT NULL,
	"former_sealed_secret" text,
	"former_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_until" timestamp (3) with time zone NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"disabled_reason" text
);
--> statement-breakpoint
CREATE TABLE "webhook_message" (
	"message_id" text PRIMARY KEY NOT NULL,
	"endpoint_id" text NOT NULL,
	"customer_id" uuid,
	"audit_id" uuid,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"last_result" text,
	CONSTRAINT "webhook_message_event" UNIQUE("endpoint_id","audit_id")
);
--> statement-breakpoint
CREATE INDEX "webhook_message_due" ON "webhook_message" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_message_customer" ON "webhook_message" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "webhook_message_age" ON "webhook_message" USING brin ("created_at");