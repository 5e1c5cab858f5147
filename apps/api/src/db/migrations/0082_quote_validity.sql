CREATE INDEX CONCURRENTLY IF NOT EXISTS "quote_validity" ON "quote" USING btree ("valid_until");
