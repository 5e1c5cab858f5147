import { eq } from 'drizzle-orm';
import type { Database } from './client.ts';
import { setting } from './tables.ts';

const NAME = 'proven-top-level-domains';

/**
 * Tells the mail servers' views under which top-level domains names count as proven: the reserved ones in evaluation mode, none in
 * production, where what an evaluation left stops counting with the first start. ADR 24.
 */
export async function saveProvenTopLevelDomains(db: Database, names: readonly string[]): Promise<void> {
  if (names.length === 0) {
    await db.global.delete(setting).where(eq(setting.name, NAME));
    return;
  }
  await db.global
    .insert(setting)
    .values({ name: NAME, value: names })
    .onConflictDoUpdate({ target: setting.name, set: { value: names } });
}
