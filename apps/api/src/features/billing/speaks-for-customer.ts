import type { BundleKey } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';
import { listRunningBundles } from '../bundles/public.ts';

/**
 * Whether the actor may change what all of a customer's domains share: cards and the billing address. If the customer has several domains,
 * a domain's admin manages only that domain.
 */
export const speaksForCustomer = async (tx: Queryable, { mailboxId, ...bundle }: SessionActor): Promise<boolean> =>
  mailboxId === null || (await isOnlyBundle(tx, bundle));

export async function isOnlyBundle(tx: Queryable, { customerId, bundleId }: BundleKey): Promise<boolean> {
  const running = await listRunningBundles(tx, customerId);
  return running.length === 1 && running[0] === bundleId;
}

export async function assertSpeaksForCustomer(tx: Queryable, actor: SessionActor): Promise<void> {
  if (!(await speaksForCustomer(tx, actor))) throw new PanelError('NOT_AUTHORIZED', { reason: 'ASK_YOUR_ADMIN' });
}
