import { PaymentGatewayError } from '@postern/adapter-payment/port';
import { withCredit } from '@postern/domain/billing';
import { journalOfRepeatedRefund } from '@postern/domain/books';
import { eq } from 'drizzle-orm';
import { writeAudit } from '../../../db/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { CommandError } from '../../../feature/command.ts';
import { writeJournal } from '../../books/public.ts';
import { findTakenBack } from '../../disputes/public.ts';
import { invoice } from '../../invoices/public.ts';
import {
  type BilledOrder,
  holdingsOf,
  lockBilledOrders,
  subscriptionOf,
  writeSubscription,
} from '../../subscriptions/public.ts';
import { failedRefund } from '../tables.ts';
import type { FailedRefund } from './failed-refund-row.ts';
import { findBookedOf, followRefund, journalOf, type RefundDeps } from './follow-refund.ts';

type Wish = { refundId: string; to: 'card' | 'credit' | 'elsewhere' };

/**
 * Gives back what a failed refund still owes: by another refund, as credit, or by what the operator has paid by hand. It is given once,
 * however often this is called, and also after a crash. Throws CommandError for what can't be done.
 */
export async function refundAgain(deps: RefundDeps, wish: Wish): Promise<FailedRefund> {
  const { db, gateway } = deps;
  const seen = await db.asSystem(async (tx) => {
    const { row } = await check(tx, wish);
    // From here on nobody gives it back another way, whatever becomes of this process.
    if (row.settledAt === null && wish.to === 'card') await update(tx, row, { settledTo: 'card' });
    return row;
  });
  if (seen.settledAt !== null) return seen;
  const settledBy = wish.to === 'card' ? await sendAgain(deps, seen) : null;
  const settled = await db.asSystem(async (tx) => {
    const { row, billed } = await check(tx, wish);
    return row.settledAt === null ? settle(tx, deps, { row, billed, to: wish.to, settledBy }) : row;
  });
  // A card that is closed refuses at once.
  if (settledBy !== null) await followRefund(deps, await gateway.readRefund(settledBy));
  return settled;
}

/** The other refund, once for each that failed. */
async function sendAgain({ db, gateway }: RefundDeps, row: FailedRefund): Promise<string> {
  const { refundId, intentId, amountMinor } = row;
  try {
    const again = {
      idempotencyKey: `refund-again/${refundId}`,
      intentId,
      amountMinor,
      reason: `instead of ${refundId}`,
    };
    return (await gateway.refund(again)).refundId;
  } catch (error) {
    if (!(error instanceof PaymentGatewayError) || error.kind !== 'refused') throw error;
    await db.asSystem(async (tx) => {
      const [now] = await tx.select().from(failedRefund).where(eq(failedRefund.refundId, refundId)).for('update');
      if (now !== undefined && now.settledAt === null) await update(tx, now, { settledTo: null });
    });
    throw new CommandError(
      'REFUND_REFUSED',
      `The gateway refuses to refund it again (${error.code}). Pay another way.`,
    );
  }
}

type Checked = { row: FailedRefund; billed: BilledOrder | null };

/** The failed refund, under the locks of order and row. */
async function check(tx: Queryable, { refundId, to }: Wish): Promise<Checked> {
  const ofRefund = eq(failedRefund.refundId, refundId);
  const [seen] = await tx.select().from(failedRefund).where(ofRefund);
  if (seen === undefined) throw new CommandError('REFUND_NOT_FOUND', `No failed refund ${refundId} is known.`);
  const { customerId, bundleId, orderId } = seen;
  const orders = bundleId === null ? [] : await lockBilledOrders(tx, { customerId, bundleId });
  const billed = orders.find(({ order }) => order.orderId === orderId) ?? null;
  const [row = seen] = await tx.select().from(failedRefund).where(ofRefund).for('update');
  if (row.settledTo !== null && row.settledTo !== to) {
    const what = row.settledAt === null ? 'is being given back' : 'was given back';
    throw new CommandError('REFUND_SETTLED', `${refundId} ${what} already: --to ${row.settledTo}.`);
  }
  if (row.settledTo !== null) return { row, billed };
  const sold = await findSold(tx, row);
  if (to !== 'elsewhere' && sold !== null && (await findTakenBack(tx, sold)) !== null)
    throw new CommandError('DISPUTED', "The payer's bank has taken back this payment.");
  if (to === 'credit' && billed === null)
    throw new CommandError('ORDER_NOT_FOUND', 'The order is gone, so it can have no credit.');
  return { row, billed };
}

/** The journal of the invoice that the credit note corrects. */
async function findSold(tx: Queryable, { creditNote }: FailedRefund): Promise<string | null> {
  if (creditNote === null) return null;
  const [note] = await tx.select().from(invoice).where(eq(invoice.number, creditNote));
  if (note?.correctsNumber == null) return null;
  const [corrected] = await tx.select().from(invoice).where(eq(invoice.number, note.correctsNumber));
  return corrected?.journalKey ?? null;
}

type Settling = Checked & { to: Wish['to']; settledBy: string | null };
const ACCOUNTS = { card: 'cash', credit: 'credit', elsewhere: 'bank' } as const;

async function settle(tx: Queryable, { clock }: RefundDeps, step: Settling): Promise<FailedRefund> {
  const { row, billed, to, settledBy } = step;
  const at = clock.now();
  const { refundId, customerId, bundleId, amountMinor, currency, creditNote } = row;
  const booked = await findBookedOf(tx, row);
  if (booked === null) throw new Error(`The books lack the refund ${refundId}.`);
  await writeJournal(
    tx,
    { ...journalOf(row, booked), journalKey: `refund-again/${refundId}`, at, reference: settledBy },
    journalOfRepeatedRefund(amountMinor, ACCOUNTS[to]),
  );
  if (to === 'credit' && billed !== null) {
    const held = holdingsOf(billed);
    const creditFunds = withCredit(held.credit, { payment: (await findSold(tx, row)) ?? row.journalKey, amountMinor });
    const creditMinor = creditFunds.reduce((sum, fund) => sum + fund.amountMinor, 0);
    await writeSubscription(tx, billed, subscriptionOf(billed), at, { billing: { creditMinor, creditFunds } });
  }
  await writeAudit(tx, clock, {
    ...{ customerId, bundleId, actor: 'cli', action: 'payment.refund-repeated', target: creditNote ?? refundId },
    attrs: { refundId, amountMinor, currency, to },
  });
  const settled = { settledTo: to, settledAt: at, settledBy };
  await update(tx, row, settled);
  return { ...row, ...settled };
}

const update = (tx: Queryable, { refundId }: FailedRefund, change: Partial<FailedRefund>) =>
  tx.update(failedRefund).set(change).where(eq(failedRefund.refundId, refundId));
