import { type MailBackend, MailBackendError } from '@postern/adapter-mail/port';
import type { Database } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { takeBackMailbox } from './create/take-back-mailbox.ts';
import { removeFromBackend } from './delete/remove-from-backend.ts';
import { listUnsettledMailboxes, markMailboxReady } from './mailbox-repository.ts';
import { publishMailboxChange } from './publish-mailbox-change.ts';
import { finishReplacement } from './replace/finish-replacement.ts';

/** A running creation is left alone for as long as its calls may take. */
const GRACE_MILLIS = 12_000;

type SettleDeps = { db: Database; clock: Clock; mail: MailBackend; log: Log };
type Unsettled = Awaited<ReturnType<typeof listUnsettledMailboxes>>[number];

/**
 * Finishes what a crash or a silent mail backend left open. Creating or removing again is harmless, so this simply repeats it: what the
 * backend accepts is shown, what it definitely refuses is taken back, and the rest waits for the next round.
 */
export async function settleUnconfirmedMailboxes(deps: SettleDeps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - GRACE_MILLIS);
  const open = await deps.db.readAsSystem((tx) => listUnsettledMailboxes(tx, before, 50));
  let settled = 0;
  for (const one of open) {
    const done = one.state === 'deleting' ? await removeFromBackend(deps, deps.log, one) : await confirm(deps, one);
    if (done) settled += 1;
  }
  return settled;
}

async function confirm(deps: SettleDeps, { customerId, bundleId, mailboxId, address, ...one }: Unsettled) {
  try {
    await deps.mail.createMailbox({ mailboxId, address });
  } catch (error) {
    if (error instanceof MailBackendError && error.kind === 'refused')
      await deps.db.asSystem((tx) => takeBackMailbox(tx, deps.clock, { customerId, bundleId, mailboxId, address }));
    else deps.log.warn({ err: error, mailboxId }, 'mailbox not settled yet');
    return false;
  }
  const { replacesMailboxId } = one;
  if (replacesMailboxId === null)
    return deps.db.asSystem(async (tx) => {
      await publishMailboxChange(tx, deps.clock, { customerId, bundleId, mailboxId, address }, 'created');
      return markMailboxReady(tx, { customerId, bundleId }, mailboxId);
    });
  const context = { actor: { email: 'system' }, requestId: 'settle' };
  const fresh = { customerId, bundleId, mailboxId, address, replacesMailboxId };
  const gone = await deps.db.asSystem((tx) => finishReplacement(tx, deps.clock, context, fresh));
  return gone === null ? true : removeFromBackend(deps, deps.log, gone);
}
