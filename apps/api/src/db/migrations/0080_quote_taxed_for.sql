ALTER TABLE "quote" ADD COLUMN "taxed_for" text;
