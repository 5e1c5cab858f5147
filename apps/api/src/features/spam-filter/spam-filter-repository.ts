import type { SpamLevel } from '@postern/domain/spam-filter';
import { and, ne } from 'drizzle-orm';
import { type BundleKey, ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { bundle } from '../bundles/tables.ts';

const one = ({ customerId, bundleId }: BundleKey) => ofBundle(bundle, { customerId, bundleId });

/** The level and the domain's name, or null if the tenant has no such bundle. */
export async function findSpamFilter(tx: Queryable, key: BundleKey) {
  const [row] = await tx
    .select({ level: bundle.spamLevel, domainName: bundle.domainName })
    .from(bundle)
    .where(one(key));
  return row ?? null;
}

/** False if the level was set already. */
export async function changeSpamLevel(tx: Queryable, key: BundleKey, level: SpamLevel): Promise<boolean> {
  const changed = await tx
    .update(bundle)
    .set({ spamLevel: level })
    .where(and(one(key), ne(bundle.spamLevel, level)))
    .returning({ bundleId: bundle.bundleId });
  return changed.length > 0;
}
