CREATE TABLE "running_process" (
	"process_id" uuid PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"schema" integer NOT NULL,
	"made_at" timestamp (3) with time zone,
	"page" text,
	"seen_at" timestamp (3) with time zone NOT NULL
);
