import { writeAudit } from '../../../db/audit.ts';
import type { Database } from '../../../db/client.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { hashToken } from '../../../secrets/tokens.ts';
import { enqueueEndMailSessions } from '../../mail-sessions/public.ts';
import { endLoginOf } from '../../sign-in/public.ts';
import { changeMailbox, findMailbox, lockMailboxById } from '../administration-repository.ts';
import { publishMailboxChange } from '../publish-mailbox-change.ts';
import { findFormerAddress, spendFormerAddresses } from './former-address-repository.ts';

export type RestoreDeps = { db: Database; clock: Clock; jobs: JobQueue };

/** What a mailed link undoes, without undoing it. */
export async function readFormerAddress({ db, clock }: Pick<RestoreDeps, 'db' | 'clock'>, token: string) {
  return db.asSystem(async (tx) => {
    const found = await findFormerAddress(tx, hashToken(token), clock.now());
    const mailbox = found && (await findMailbox(tx, found, { mailboxId: found.mailboxId }));
    if (!found || !mailbox) throw new PanelError('TOKEN_EXPIRED');
    return {
      email: mailbox.address,
      formerAddress: found.formerEmail,
      changedAt: found.changedAt.toISOString(),
      expiresAt: found.expiresAt.toISOString(),
    };
  });
}

/**
 * Gives a mailbox its former alternate email back, ends all sessions of its login, and revokes every link for a new password. Links of
 * older changes keep working: of several former addresses, the oldest has the last word. ADR 78.
 */
export async function restoreFormerAddress(deps: RestoreDeps, token: string): Promise<{ email: string }> {
  return deps.db.asSystem(async (tx) => {
    const found = await findFormerAddress(tx, hashToken(token), deps.clock.now());
    // The same lock as the change takes: of two calls at once, one finds the link used up.
    const mailbox = found && (await lockMailboxById(tx, found, found.mailboxId));
    if (!found || !mailbox || !(await spendFormerAddresses(tx, found))) throw new PanelError('TOKEN_EXPIRED');
    const { customerId, bundleId, mailboxId, address } = mailbox;
    await changeMailbox(tx, { customerId, bundleId }, mailboxId, { alternateEmail: found.formerEmail });
    await endLoginOf(tx, { customerId, mailboxId });
    await enqueueEndMailSessions(tx, deps.jobs, { mailboxId, address });
    await publishMailboxChange(tx, deps.clock, mailbox, 'changed');
    await writeAudit(tx, deps.clock, {
      ...{ customerId, bundleId, target: address, action: 'mailbox.alternate-email-restored' },
      actor: found.formerEmail ?? address,
    });
    return { email: address };
  });
}
