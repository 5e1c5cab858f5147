import type { MailBackend } from '@postern/adapter-mail/port';
import { MailBackendError } from '@postern/adapter-mail/port';
import type { Log } from '../../log.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/client.ts';
import { listUnsettledMailboxes, markMailboxReady } from './mailbox-repository.ts';
import { takeBackMailbox } from './take-back-mailbox.ts';

/** A create in flight is left alone for as long as its calls may take. */
const GRACE_MILLIS = 12_000;

/**
 * Finishes what a crash or a silent mail backend left open. Creating again is harmless, so it simply does: what the
 * backend accepts is shown, what it definitely refuses is taken back, the rest waits for the next round.
 */
export async function settleUnconfirmedMailboxes(deps: {
  db: Database;
  clock: Clock;
  mail: MailBackend;
  log: Log;
}): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - GRACE_MILLIS);
  const open = await deps.db.asSystem((tx) => listUnsettledMailboxes(tx, before, 50));
  let settled = 0;
  for (const { customerId, bundleId, mailboxId, address } of open) {
    try {
      await deps.mail.createMailbox({ mailboxId, address });
      if (await deps.db.asSystem((tx) => markMailboxReady(tx, customerId, bundleId, mailboxId))) settled += 1;
    } catch (error) {
      if (error instanceof MailBackendError && error.kind === 'refused')
        await deps.db.asSystem((tx) => takeBackMailbox(tx, deps.clock, { customerId, bundleId, mailboxId, address }));
      else deps.log.warn({ err: error, mailboxId }, 'mailbox not settled yet');
    }
  }
  return settled;
}
