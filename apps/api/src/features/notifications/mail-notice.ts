import { and, eq, sql } from 'drizzle-orm';
import { ofBundle } from '../../db/bundle-key.ts';
import type { Queryable } from '../../db/client.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import { bundle, customer } from '../bundles/tables.ts';
import { mailbox } from '../mailboxes/tables.ts';
import { type SecurityNotice, securityNotice } from './security-notice-mail.ts';
import { enqueueMail } from './send-mail-job.ts';

type Notice = {
  customerId: string;
  /** Null for a customer login. */
  mailboxId: string | null;
  partnerId: number;
  /** The login that changed. */
  email: string;
  template: SecurityNotice;
  /** The name of the app password. */
  name?: string;
};

/**
 * Enqueues the mail that notifies a person of a change to their sign-in, in the change's transaction. For a mailbox it also goes to the
 * alternate address, because an intruder would delete it from the mailbox.
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
    await enqueueMail(tx, jobs, securityNotice(template), { messageId: newId(clock.now()), to, attrs });
}

type Reader = { locale: string; alternateEmail: string | null };

async function findCustomer(tx: Queryable, customerId: string): Promise<Reader | null> {
  const [row] = await tx.select({ locale: customer.locale }).from(customer).where(eq(customer.customerId, customerId));
  return row ? { ...row, alternateEmail: null } : null;
}

async function findMailboxOwner(tx: Queryable, customerId: string, mailboxId: string): Promise<Reader | null> {
  const [row] = await tx
    .select({
      locale: sql<string>`coalesce(${mailbox.chosenLocale}, ${bundle.locale})`,
      alternateEmail: mailbox.alternateEmail,
    })
    .from(mailbox)
    .innerJoin(bundle, ofBundle(bundle, mailbox))
    .where(and(eq(mailbox.customerId, customerId), eq(mailbox.mailboxId, mailboxId)));
  return row ?? null;
}
