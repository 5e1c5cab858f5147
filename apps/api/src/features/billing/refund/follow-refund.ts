import type { GatewayEvent, Refund } from '@postern/adapter-payment/port';
import { journalOfFailedRefund } from '@postern/domain/books';
import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { writeAudit } from '../../../db/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import type { Services } from '../../../feature/services.ts';
import { bookPosting, writeJournal } from '../../books/public.ts';
import { findPaidBy } from '../../disputes/public.ts';
import { invoice } from '../../invoices/public.ts';
import { failedRefund } from '../tables.ts';
import { mailFailedRefund } from './failed-refund-mail.ts';
import type { FailedRefund } from './failed-refund-row.ts';

export type RefundDeps = Pick<Services, 'db' | 'clock' | 'gateway' | 'jobs' | 'log'>;

/** Handles a webhook about a refund that was made. It only says that something happened: the gateway is asked. */
export async function receiveRefundEvent(deps: RefundDeps, { refundId }: GatewayEvent): Promise<void> {
  if (refundId === undefined) return;
  if ((await followRefund(deps, await deps.gateway.readRefund(refundId))) === 'unbooked')
    // The process that gives it back has not booked it yet. A failed event is tried again a minute later.
    throw new Error('The refund that failed is not booked yet.');
}

/**
 * Records that a refund never reached its payer: the money is cash again and owed, and the operator is told. It can be called any number of
 * times, by any process: a refund fails once. `unbooked`: nothing here has booked the refund, though it is of a payment of ours.
 */
export async function followRefund(deps: RefundDeps, heard: Refund): Promise<'noted' | 'unbooked' | 'nothing'> {
  if (!heard.isFailed) return 'nothing';
  return deps.db.asSystem(async (tx) => {
    const paidBy = await findPaidBy(tx, heard.intentId);
    if (paidBy === null) return 'nothing';
    const booked = await findBooked(tx, heard.refundId, paidBy.customerId);
    if (booked === null) return 'unbooked';
    const row = {
      ...{
        customerId: booked.customerId,
        refundId: heard.refundId,
        bundleId: booked.bundleId,
        orderId: booked.orderId,
      },
      ...{ partnerId: paidBy.partnerId, gateway: deps.gateway.name, intentId: heard.intentId },
      ...{ journalKey: booked.journalKey, creditNote: await findCreditNote(tx, booked) },
      ...{ amountMinor: -booked.amountMinor, currency: booked.currency, failure: heard.failure },
      ...{ failedAt: deps.clock.now(), settledTo: null, settledAt: null, settledBy: null },
    };
    const added = await tx
      .insert(failedRefund)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: failedRefund.refundId });
    if (added.length > 0) await write(tx, deps, row, booked);
    return 'noted';
  });
}

type Booked = typeof bookPosting.$inferSelect;

/** The money's way out, as it was booked. */
async function findBooked(tx: Queryable, refundId: string, customerId: string): Promise<Booked | null> {
  const [row] = await tx
    .select()
    .from(bookPosting)
    .where(
      and(
        ...[eq(bookPosting.customerId, customerId), eq(bookPosting.reference, refundId)],
        ...[eq(bookPosting.kind, 'refund'), eq(bookPosting.account, 'cash'), lt(bookPosting.amountMinor, 0)],
      ),
    )
    .limit(1);
  return row ?? null;
}

/** The credit note that the refund was to pay, also where it took the place of another one that failed. */
async function findCreditNote(tx: Queryable, { journalKey, reference }: Booked): Promise<string | null> {
  const [issued] = await tx.select({ number: invoice.number }).from(invoice).where(eq(invoice.journalKey, journalKey));
  if (issued !== undefined) return issued.number;
  const [former] = await tx
    .select({ number: failedRefund.creditNote })
    .from(failedRefund)
    .where(and(isNotNull(failedRefund.settledBy), eq(failedRefund.settledBy, reference ?? '')));
  return former?.number ?? null;
}

async function write(tx: Queryable, deps: RefundDeps, row: FailedRefund, booked: Booked): Promise<void> {
  await writeJournal(
    tx,
    {
      ...journalOf(row, booked),
      journalKey: `refund-failed/${row.refundId}`,
      at: row.failedAt,
      reference: row.refundId,
    },
    journalOfFailedRefund(row.amountMinor),
  );
  const { customerId, bundleId, refundId, creditNote, amountMinor, currency, failure } = row;
  await writeAudit(tx, deps.clock, {
    ...{ customerId, bundleId, actor: 'system', action: 'payment.refund-failed', target: creditNote ?? refundId },
    attrs: { refundId, amountMinor, currency, failure },
  });
  await mailFailedRefund(tx, deps, row);
}

/** What a journal about a refund has in common with the refund's own. */
export const journalOf = ({ customerId, bundleId, orderId, currency }: FailedRefund, booked: Booked) => ({
  ...{ customerId, bundleId, orderId, currency, kind: 'refund' as const },
  ...{ quoteId: booked.quoteId, purchaseId: booked.purchaseId },
});

export const findBookedOf = (tx: Queryable, { refundId, customerId }: FailedRefund): Promise<Booked | null> =>
  findBooked(tx, refundId, customerId);
