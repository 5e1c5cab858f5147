import type { Queryable } from '../../../db/client.ts';
import type { BundleKey } from '../../../db/bundle-key.ts';
import type { JobQueue } from '../../../jobs/job-queue.ts';
import { derivedId } from '../../../runtime/ids.ts';
import { readEvenEnded, readCustomerForMail } from '../../bundles/public.ts';
import { enqueueMail } from '../../notifications/public.ts';
import type { invoice } from '../tables.ts';
import { invoiceIdOf } from '../issue/invoice-id.ts';
import { CREDIT_NOTE_MAIL, RECEIPT_MAIL } from './invoice-mail.ts';

type Deps = { jobs: JobQueue };

type Paid = BundleKey & {
  /** The journal of the sale in the books, for which the invoice is issued. */
  journalKey: string;
  at: Date;
  amountMinor: number;
  currency: string;
  paidUntil: Date | null;
};

/**
 * Enqueues the mail with the invoice of a payment to the billing address, in the transaction of the sale. The invoice is issued
 * after it in the same transaction, as its number is taken last.
 */
export async function mailReceipt(tx: Queryable, { jobs }: Deps, paid: Paid): Promise<void> {
  const { customerId, journalKey, at, amountMinor, currency, paidUntil } = paid;
  const [reader, held] = await Promise.all([readCustomerForMail(tx, customerId), readEvenEnded(tx, paid)]);
  if (reader === null || held === null) return;
  await enqueueMail(tx, jobs, RECEIPT_MAIL, {
    messageId: derivedId('invoice-mail', invoiceIdOf(journalKey)),
    to: reader.billingAddress.email,
    attrs: {
      ...{ partnerId: held.partnerId, locale: reader.locale, domain: held.domainName, at: at.toISOString() },
      invoiceId: invoiceIdOf(journalKey),
      amount: { minor: amountMinor, currency },
      paidUntil: paidUntil?.toISOString() ?? null,
    },
  });
}

/** Enqueues the mail with a credit note, in the transaction that issues it. An erased customer gets none. */
export async function mailCreditNote(tx: Queryable, { jobs }: Deps, row: typeof invoice.$inferSelect): Promise<void> {
  const { invoiceId, number, content, currency, issuedAt, totalMinor, paidMinor, correctsNumber } = row;
  const [reader, held] = await Promise.all([readCustomerForMail(tx, row.customerId), readEvenEnded(tx, row)]);
  if (reader === null || held === null) return;
  const { correctsDate: date } = content;
  await enqueueMail(tx, jobs, CREDIT_NOTE_MAIL, {
    messageId: derivedId('invoice-mail', invoiceId),
    to: reader.billingAddress.email,
    attrs: {
      ...{ partnerId: held.partnerId, locale: reader.locale, invoiceId, number, domain: content.domain },
      at: issuedAt.toISOString(),
      amount: { minor: -totalMinor, currency },
      to: paidMinor === 0 ? 'credit' : 'card',
      corrects: correctsNumber === null || date === null ? null : { number: correctsNumber, date },
      reason: content.reason,
    },
  });
}
