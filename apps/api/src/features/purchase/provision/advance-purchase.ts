import { PaymentGatewayError } from '@postern/adapter-payment/port';
import { canMove, type PurchaseState } from '@postern/domain/purchase';
import type { Queryable } from '../../../db/client.ts';
import type { PaymentEvent } from '../../../observe/payment-event.ts';
import { noteRefundDue } from '../payment/partner-refund.ts';
import { hearOfPayment } from '../payment/record-payment.ts';
import { writeLedgerEntry } from '../payment/write-ledger-entry.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';
import { findPurchase, lockPurchase, type PurchaseRow, updatePurchase } from '../purchase-repository.ts';
import { provisionPurchase } from './provision-purchase.ts';
import { writePurchasedOrder } from './write-purchased-order.ts';

/**
 * Moves a purchase as far as it can go now, and returns it. It is called on any news: from the buyer's browser, a webhook, or the sweep
 * after a crash. Each step is one transaction under the row's lock that checks the state again, so any number of calls may run at once.
 * Calls to the gateway (asking, refunding) come between steps and can be repeated.
 */
export async function advancePurchase(deps: PurchaseDeps, purchaseId: string): Promise<PurchaseRow> {
  for (let steps = 0; steps < 10; steps += 1) {
    const purchase = await findPurchase(deps.db.global, purchaseId);
    if (purchase === null) throw new Error('The purchase does not exist.');
    const moved = await step(deps, purchase);
    if (!moved) return purchase;
  }
  throw new Error('The purchase does not come to rest.');
}

function step(deps: PurchaseDeps, purchase: PurchaseRow): Promise<boolean> {
  switch (purchase.state) {
    case 'intent_created':
      return recordPayment(deps, purchase);
    case 'charged':
      return move(deps, purchase, (tx, row) => fulfil(tx, deps, row));
    case 'order_written':
      return move(deps, purchase, (tx, row) => provisionPurchase(tx, deps, row));
    case 'provisioned':
      return move(deps, purchase, async () => ({ state: 'confirmed' }));
    case 'refunding':
      // The partner has the money, and its settlement says when the buyer has it back.
      return purchase.gateway === 'partner-page' ? Promise.resolve(false) : refundPurchase(deps, purchase);
    default:
      return Promise.resolve(false);
  }
}

/** What a step changes of the purchase; it may write other rows in the same transaction. */
type Step = (tx: Queryable, purchase: PurchaseRow) => Promise<Partial<PurchaseRow> & { state: PurchaseState }>;

/** The states in which a payment has come to an end. */
const EVENTS: Partial<Record<PurchaseState, PaymentEvent>> = {
  charged: 'settled',
  failed: 'failed',
  refunded: 'refunded',
};

async function move(deps: PurchaseDeps, seen: PurchaseRow, work: Step): Promise<boolean> {
  const reached = await deps.db.asSystem(async (tx) => {
    const purchase = await lockPurchase(tx, seen.purchaseId);
    if (purchase.state !== seen.state || purchase.attempt !== seen.attempt) return null;
    const change = await work(tx, purchase);
    if (!canMove(purchase.state, change.state))
      throw new Error(`A purchase can't go from ${purchase.state} to ${change.state}.`);
    await updatePurchase(tx, purchase.purchaseId, { ...change, updatedAt: deps.clock.now() });
    return change.state;
  });
  const event = reached === null ? undefined : EVENTS[reached];
  if (event !== undefined) deps.onPayment(event, seen.gateway ?? 'none');
  return true;
}

async function recordPayment(deps: PurchaseDeps, purchase: PurchaseRow): Promise<boolean> {
  const end = await hearOfPayment(deps, purchase);
  return end === null ? false : move(deps, purchase, end);
}

/** The buyer confirmed a purchase without a card: the partner bills it, or there is nothing to pay. */
export async function agreeWithoutCard(deps: PurchaseDeps, purchase: PurchaseRow): Promise<void> {
  await move(deps, purchase, async (tx, row) => {
    await writeLedgerEntry(tx, row, 'settlement', { amountMinor: row.amountMinor, at: deps.clock.now() });
    return { state: 'charged' };
  });
}

/** Writes the order, or says that the money goes back. */
async function fulfil(tx: Queryable, deps: PurchaseDeps, purchase: PurchaseRow) {
  const change = await writePurchasedOrder(tx, deps, purchase);
  if (change.state === 'refunding') await noteRefundDue(tx, deps, purchase, change.failure.code);
  return change;
}

/** Refunds the money once: the idempotency key comes from the purchase. */
async function refundPurchase(deps: PurchaseDeps, purchase: PurchaseRow): Promise<boolean> {
  const amountMinor = purchase.amountMinor ?? 0;
  const reference = amountMinor === 0 ? null : await giveBack(deps, purchase, amountMinor);
  return move(deps, purchase, async (tx, row) => {
    if (reference !== null) await writeLedgerEntry(tx, row, 'refund', { amountMinor, at: deps.clock.now(), reference });
    return { state: 'refunded' };
  });
}

/** Cancels what the partner bills later, or refunds the card. Returns the reference of the refund. */
async function giveBack(deps: PurchaseDeps, purchase: PurchaseRow, amountMinor: number): Promise<string> {
  if (purchase.gateway === 'partner') return `settlement/${purchase.purchaseId}`;
  const request = {
    idempotencyKey: `refund/${purchase.purchaseId}`,
    intentId: purchase.intentId ?? '',
    amountMinor,
    reason: purchase.failure?.code ?? 'order not written',
  };
  try {
    return (await deps.gateway.refund(request)).refundId;
  } catch (error) {
    if (error instanceof PaymentGatewayError)
      deps.log.error({ err: error, purchaseId: purchase.purchaseId }, 'refund not accepted; will be tried again');
    throw error;
  }
}
