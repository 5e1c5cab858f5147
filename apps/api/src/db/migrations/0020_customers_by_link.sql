ALTER TABLE "customer" ADD COLUMN "partner_reference" text;--> statement-breakpoint
CREATE INDEX "customer_partner_reference" ON "customer" USING btree ("partner_id","partner_reference");--> statement-breakpoint
-- A login that was typed at checkout becomes the email of the signed link that made the customer.
SET LOCAL ROLE postern_system;--> statement-breakpoint
UPDATE customer SET email = lower(made.email) FROM (
  SELECT DISTINCT ON (customer_id) customer_id, claims ->> 'customerEmailAddress' AS email FROM purchase
  WHERE state IN ('charged', 'order_written', 'provisioned', 'confirmed') ORDER BY customer_id, created_at
) AS made WHERE made.customer_id = customer.customer_id AND made.email IS NOT NULL AND customer.email <> lower(made.email);--> statement-breakpoint
SET LOCAL ROLE NONE;
