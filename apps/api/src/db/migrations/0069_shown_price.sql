ALTER TABLE "purchase" ADD COLUMN "shown_price" jsonb;
