import type { Bundle } from '@postern/contract/session';
import type { Queryable } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import { toBundle } from './login-view.ts';
import { listBundleRows } from './session-repository.ts';

/** One of a customer's domains, as the list of domains shows it. */
export async function readOwnBundle(
  tx: Queryable,
  { customerId, bundleId }: { customerId: string; bundleId: string },
): Promise<Bundle> {
  const [row] = await listBundleRows(tx, customerId, bundleId);
  if (row === undefined) throw new PanelError('BUNDLE_NOT_FOUND');
  return toBundle(row);
}
