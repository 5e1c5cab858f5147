ALTER TABLE "saved_card" ADD COLUMN "removed_at" timestamp (3) with time zone;
