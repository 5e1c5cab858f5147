import type { Locale } from '@postern/domain/languages';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { customer } from '../bundles/tables.ts';
import { mailbox } from '../mailboxes/tables.ts';

/** Keeps the language of the session's own login: a mailbox's, or the customer's, whose mails and invoices are in it, too. */
export async function chooseLanguage(
  { db }: { db: Database },
  { actor }: SessionContext,
  { locale }: { locale: Locale },
): Promise<Record<string, never>> {
  const { customerId, mailboxId, role } = actor;
  // Supporters have accounts of their own, and may not change a customer's.
  assertMay(role === 'domainAdmin' || role === 'accountAdmin');
  await db.asSystem(async (tx) => {
    if (mailboxId === null)
      await tx.update(customer).set({ locale, chosenLocale: locale }).where(eq(customer.customerId, customerId));
    else
      await tx
        .update(mailbox)
        .set({ chosenLocale: locale })
        .where(and(eq(mailbox.customerId, customerId), eq(mailbox.mailboxId, mailboxId)));
  });
  return {};
}
