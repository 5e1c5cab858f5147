import type { BundleKey } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import { lockBundle } from '../bundles/public.ts';
import { listKeys, type StoredKey } from './dkim-repository.ts';

/** Locks the bundle and reads its domain's keys, so that they change one request at a time. */
export async function lockKeys(
  tx: Queryable,
  key: BundleKey,
  now: Date,
): Promise<{ domainName: string; keys: StoredKey[] }> {
  const held = await lockBundle(tx, key);
  if (held === null) throw new PanelError('BUNDLE_NOT_FOUND');
  return { domainName: held.domainName, keys: await listKeys(tx, key, held.domainName, now) };
}
