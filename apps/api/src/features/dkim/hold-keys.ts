import type { BundleKey } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import { lockBundle } from '../bundles/public.ts';
import { listKeys, type StoredKey } from './dkim-repository.ts';

/** The keys of the bundle's domain under its lock: changes of them come one after the other. */
export async function holdKeys(
  tx: Queryable,
  place: BundleKey,
  now: Date,
): Promise<{ domainName: string; keys: StoredKey[] }> {
  const held = await lockBundle(tx, place);
  if (held === null) throw new PanelError('BUNDLE_NOT_FOUND');
  return { domainName: held.domainName, keys: await listKeys(tx, place, held.domainName, now) };
}
