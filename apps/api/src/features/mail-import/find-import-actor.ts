import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { findImportByLink } from './mail-import-repository.ts';

/**
 * The actor of a call with the token of a mailed link: it has the rights of the mailbox's owner, for one import and nothing else.
 * Throws TOKEN_EXPIRED.
 */
export async function findImportActor(
  { db, clock }: { db: Database; clock: Clock },
  token: string,
): Promise<{ actor: SessionActor; importTaskId: string }> {
  const tokenHash = hashToken(token);
  const row = await db.asSystem((tx) => findImportByLink(tx, tokenHash, clock.now()));
  if (row === null) throw new PanelError('TOKEN_EXPIRED');
  const { customerId, bundleId, partnerId, mailboxId, mailedTo, destinationEmail, linkUntil } = row;
  const actor: SessionActor = {
    ...{ tokenHash, customerId, bundleId, partnerId, mailboxId, role: 'accountAdmin' },
    ...{ email: mailedTo ?? destinationEmail, expiresAt: linkUntil ?? clock.now(), passwordConfirmedAt: null },
  };
  return { actor, importTaskId: row.taskId };
}
