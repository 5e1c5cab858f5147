CREATE INDEX CONCURRENTLY IF NOT EXISTS "saved_card_removed" ON "saved_card" USING btree ("removed_at") WHERE removed_at is not null;
