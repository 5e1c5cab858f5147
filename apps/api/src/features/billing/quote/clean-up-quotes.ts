import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';

const KEPT_MILLIS = 86_400_000;

/** Deletes quotes that nobody paid, a day after they ended. */
export async function cleanUpQuotes(tx: Queryable, now: Date): Promise<void> {
  const endedBefore = new Date(now.getTime() - KEPT_MILLIS).toISOString();
  await tx.execute(
    sql`delete from quote q where q.valid_until < ${endedBefore} and not exists
      (select from billing_payment p
        where p.customer_id = q.customer_id and p.bundle_id = q.bundle_id and p.quote_id = q.quote_id)`,
  );
}
