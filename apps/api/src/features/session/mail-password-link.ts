import type { Clock } from '../../clock.ts';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../ids.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import { derivedToken, hashToken } from '../../secrets/tokens.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { insertLoginToken } from './session-repository.ts';

export type PasswordLink = {
  purpose: 'set-password' | 'reset-password';
  customerId: string;
  mailboxId: string | null;
  /** Where the mail goes. */
  to: string;
  /** The login the password is for. */
  email: string;
  partnerId: number;
  validHours: number;
  locale: string;
};

/**
 * Makes a one-use link and enqueues its mail, in the caller's transaction. The job carries the link's id only: the
 * token is derived again when the mail is written, so that no queue and no dump ever holds it.
 */
export async function mailPasswordLink(
  tx: Queryable,
  deps: { clock: Clock; jobs: JobQueue; sealer: Sealer },
  link: PasswordLink,
): Promise<void> {
  const now = deps.clock.now();
  const messageId = newId(now);
  await insertLoginToken(tx, {
    tokenHash: hashToken(linkToken(deps.sealer, messageId)),
    purpose: link.purpose,
    customerId: link.customerId,
    mailboxId: link.mailboxId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + link.validHours * 3_600_000),
    usedAt: null,
  });
  await deps.jobs.enqueue(tx, 'send-mail', {
    messageId,
    template: link.purpose,
    to: link.to,
    attrs: {
      partnerId: link.partnerId,
      email: link.email,
      customerId: link.mailboxId === null ? link.customerId : null,
      validHours: link.validHours,
      locale: link.locale,
    },
  });
}

/** The token of a mailed link, from the id of its mail. */
export const linkToken = (sealer: Sealer, messageId: string): string =>
  derivedToken(sealer.key, 'mailed-link', messageId);
