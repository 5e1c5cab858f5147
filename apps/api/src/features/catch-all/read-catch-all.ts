import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { findMailbox, readBundle } from '../mailboxes/public.ts';
import { assertMay } from './catch-all-policy.ts';

/** The address of the mailbox that takes what nothing else matches, or null. */
export async function readCatchAll(
  deps: { db: Database },
  { actor }: SessionContext,
): Promise<{ email: string | null }> {
  assertMay(actor, 'read');
  return deps.db.asTenant(actor.customerId, async (tx) => {
    const bundle = await readBundle(tx, actor.customerId, actor.bundleId);
    if (bundle === null) throw new PanelError('BUNDLE_NOT_FOUND');
    if (bundle.catchAllMailboxId === null) return { email: null };
    return { email: (await findMailbox(tx, actor, { mailboxId: bundle.catchAllMailboxId }))?.address ?? null };
  });
}
