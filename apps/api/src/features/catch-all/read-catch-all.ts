import { mayWithCatchAll } from '@postern/domain/catch-all';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { readBundle } from '../bundles/public.ts';
import { findMailbox } from '../mailboxes/public.ts';

/** The address of the catch-all mailbox, or null. */
export async function readCatchAll(
  deps: { db: Database },
  { actor }: SessionContext,
): Promise<{ email: string | null }> {
  assertMay(mayWithCatchAll(actor.role, 'read'));
  return deps.db.asTenant(actor.customerId, async (tx) => {
    const bundle = await readBundle(tx, actor);
    if (bundle === null) throw new PanelError('BUNDLE_NOT_FOUND');
    if (bundle.catchAllMailboxId === null) return { email: null };
    return { email: (await findMailbox(tx, actor, { mailboxId: bundle.catchAllMailboxId }))?.address ?? null };
  });
}
