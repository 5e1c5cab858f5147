ALTER TABLE "bulk_job" ADD COLUMN "done" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_job" ADD COLUMN "failed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Of jobs that were started before.
SET LOCAL ROLE postern_system;--> statement-breakpoint
UPDATE "bulk_job" j SET done = c.done, failed = c.failed
  FROM (SELECT customer_id, job_id, count(*) FILTER (WHERE state = 'done') AS done, count(*) FILTER (WHERE state = 'failed') AS failed
    FROM "bulk_row" GROUP BY customer_id, job_id) c
  WHERE c.customer_id = j.customer_id AND c.job_id = j.job_id;--> statement-breakpoint
SET LOCAL ROLE NONE;
