import { and, eq } from 'drizzle-orm';
import type { Clock } from '../../runtime/clock.ts';
import type { Queryable } from '../../db/client.ts';
import { bundle, customer } from '../bundles/tables.ts';
import { mailbox } from '../mailboxes/tables.ts';
import { newId } from '../../runtime/ids.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { SecurityNotice } from './security-notice-mail.ts';

type Notice = {
  customerId: string;
  /** Null for a customer login. */
  mailboxId: string | null;
  partnerId: number;
  /** Whose sign-in changed. */
  email: string;
  template: SecurityNotice;
  /** What the person called the app password. */
  name?: string;
};

/**
 * Enqueues the mail that tells somebody of a change of their sign-in, in the change's transaction. A mailbox's goes to its alternate
 * address too: whoever took the mailbox over deletes what comes into it.
 */
export async function mailNotice(
  tx: Queryable,
  { clock, jobs }: { clock: Clock; jobs: JobQueue },
  { customerId, mailboxId, partnerId, email, template, name = '' }: Notice,
): Promise<void> {
  const reader =
    mailboxId === null ? await findCustomer(tx, customerId) : await findMailboxOwner(tx, customerId, mailboxId);
  if (reader === null) return;
  const attrs = { partnerId, email, locale: reader.locale, name };
  for (const to of new Set([email, reader.alternateEmail ?? email]))
    await jobs.enqueue(tx, 'send-mail', { messageId: newId(clock.now()), template, to, attrs });
}

type Reader = { locale: string; alternateEmail: string | null };

async function findCustomer(tx: Queryable, customerId: string): Promise<Reader | null> {
  const [row] = await tx.select({ locale: customer.locale }).from(customer).where(eq(customer.customerId, customerId));
  return row ? { ...row, alternateEmail: null } : null;
}

async function findMailboxOwner(tx: Queryable, customerId: string, mailboxId: string): Promise<Reader | null> {
  const [row] = await tx
    .select({ locale: bundle.locale, alternateEmail: mailbox.alternateEmail })
    .from(mailbox)
    .innerJoin(bundle, and(eq(bundle.customerId, mailbox.customerId), eq(bundle.bundleId, mailbox.bundleId)))
    .where(and(eq(mailbox.customerId, customerId), eq(mailbox.mailboxId, mailboxId)));
  return row ?? null;
}
