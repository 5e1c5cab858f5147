import { normaliseEmailAddress } from '@postern/domain/addresses';
import { mayWithCatchAll } from '@postern/domain/catch-all';
import { writeAudit } from '../../db/audit.ts';
import { ofBundle } from '../../db/bundle-key.ts';
import type { Database, Queryable } from '../../db/client.ts';
import { publishLive } from '../../db/publish-live.ts';
import { assertMay } from '../../http/assert-may.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { lockBundle } from '../bundles/public.ts';
import { bundle } from '../bundles/tables.ts';
import { findMailbox } from '../mailboxes/public.ts';

type CatchAllDeps = { db: Database; clock: Clock };
type CatchAll = { email: string | null };

/** Makes an existing mailbox of the domain the catch-all, from the next message on. Spec 2 §5. */
export const setCatchAll = (deps: CatchAllDeps, context: SessionContext, email: string): Promise<CatchAll> =>
  changeCatchAll(deps, context, async (tx, domainName) => {
    const address = normaliseEmailAddress(email);
    if (address.slice(address.lastIndexOf('@') + 1) !== domainName) throw refuse('OTHER_DOMAIN');
    const found = await findMailbox(tx, context.actor, { address });
    if (found === null) throw refuse('ADDRESS_NOT_FOUND');
    return found;
  });

/** Removes the catch-all: mail to unknown addresses is refused again. */
export const removeCatchAll = (deps: CatchAllDeps, context: SessionContext): Promise<CatchAll> =>
  changeCatchAll(deps, context, async () => null);

const refuse = (code: string) => invalid([{ path: 'email', code, message: 'Choose a mailbox of the domain.' }]);

/** Locks the bundle, so that the mailbox isn't deleted meanwhile. */
async function changeCatchAll(
  deps: CatchAllDeps,
  { actor, requestId }: SessionContext,
  choose: (tx: Queryable, domainName: string) => Promise<{ mailboxId: string; address: string } | null>,
): Promise<CatchAll> {
  assertMay(mayWithCatchAll(actor.role, 'change'));
  const { customerId, bundleId } = actor;
  return deps.db.asTenant(customerId, async (tx) => {
    const held = await lockBundle(tx, { customerId, bundleId });
    if (held === null) throw new PanelError('BUNDLE_NOT_FOUND');
    const chosen = await choose(tx, held.domainName);
    const answer = { email: chosen?.address ?? null };
    if (held.catchAllMailboxId === (chosen?.mailboxId ?? null)) return answer;
    await tx
      .update(bundle)
      .set({ catchAllMailboxId: chosen?.mailboxId ?? null })
      .where(ofBundle(bundle, { customerId, bundleId }));
    const news = { event: 'mailboxes', what: 'catch-all', email: answer.email ?? held.domainName } as const;
    const change = chosen === null ? 'deleted' : 'changed';
    await publishLive(tx, deps.clock, { customerId, bundleId, ...news, change });
    await writeAudit(tx, deps.clock, {
      customerId,
      bundleId,
      actor: actor.email,
      action: chosen === null ? 'catch-all.removed' : 'catch-all.set',
      target: chosen?.address ?? held.domainName,
      requestId,
    });
    return answer;
  });
}
