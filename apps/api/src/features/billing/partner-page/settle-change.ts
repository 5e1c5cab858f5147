import { toAmountNumber } from '@postern/domain/money';
import { writeAudit } from '../../../db/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { PanelError } from '../../../http/panel-error.ts';
import { spendLink, type VerifiedSettlement } from '../../purchase/public.ts';
import { lockBilledOrders } from '../../subscriptions/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { finish, owe } from '../payment/advance-payment.ts';
import { bookRefund } from '../payment/book-payment.ts';
import { findPayment, findQuote, lockPayment, type PaymentRow, updatePayment } from '../payment/payment-repository.ts';
import { findPartnerPayment, type PartnerPaymentRow, writeSettlement } from './partner-payment-repository.ts';
import { payableUntil } from './payable-until.ts';

/** The outcome of a settlement: whether it was the first with this result, and the payment's state now. */
type Recorded = { payment: PaymentRow; isNew: boolean };

/**
 * Receives how the payment of a change ended on the partner's page, from the returning customer or from the partner's server. The same
 * settlement may arrive any number of times: it takes effect once, and always gets the same answer. Money for something that can no longer
 * be bought is booked as owed to the customer. Null if the partner was not asked for this payment.
 */
export async function settleChange(
  deps: BillingDeps,
  settlement: VerifiedSettlement,
): Promise<{ status: 'settled' } | null> {
  const { partnerId, trackingId, status } = settlement;
  const recorded = await deps.db.asSystem(async (tx) => {
    const asked = await findPartnerPayment(tx, partnerId, trackingId);
    return asked === null ? null : record(tx, deps, asked, settlement);
  });
  if (recorded === null) return null;
  const { payment, isNew } = recorded;
  if (isNew) deps.onPayment(payment.state === 'paid' ? 'settled' : 'failed', 'partner-page');
  if (status === 'failed') throw new PanelError('PAYMENT_FAILED', { reason: 'settlement_failed' });
  if (status === 'refunded' || payment.state === 'paid') return { status: 'settled' };
  throw new PanelError(payment.failure?.code === 'QUOTE_EXPIRED' ? 'QUOTE_EXPIRED' : 'PURCHASE_CLOSED', {
    refunded: true,
  });
}

/**
 * Needs the locks of order and payment. A settlement counts once, for the payment and quote that it names, and only with the right amount.
 */
async function record(
  tx: Queryable,
  deps: BillingDeps,
  asked: PartnerPaymentRow,
  settlement: VerifiedSettlement,
): Promise<Recorded> {
  await lockBilledOrders(tx, asked);
  const payment = await lockPayment(tx, asked);
  const { settlementId, status, quoteId, amountMinor, currency } = settlement;
  if (quoteId !== null && quoteId !== payment.quoteId) throw new PanelError('NOT_FOUND');
  const { settlementId: before } = (await findPartnerPayment(tx, asked.partnerId, asked.paymentId)) ?? asked;
  if (before === settlementId) return { payment, isNew: false };
  if (amountMinor !== payment.amountMinor || currency !== payment.currency)
    throw new PanelError('AMOUNT_CHANGED', {
      chargeableAmount: toAmountNumber(payment.amountMinor),
      currency: payment.currency,
    });
  if (status === 'refunded') return noteRefund(tx, deps, payment, settlement);
  if (before !== null || !MAY_BE_PAID.includes(payment.state)) throw new PanelError('PURCHASE_CLOSED');
  const isNew = await spendLink(tx, asked.partnerId, `settlement/${settlementId}`, deps.clock.now());
  if (status === 'failed') return noteFailure(tx, deps, payment, { isNew });
  if (!isNew) throw new PanelError('INVALID_JWT');
  await writeSettlement(tx, asked, settlement);
  await auditOf(tx, deps, payment, settlement, 'payment.settled');
  if (await isInTime(tx, deps, payment)) await finish(tx, deps, payment, { kind: 'paid', intent: null });
  else await owe(tx, deps, payment, 'QUOTE_EXPIRED');
  return { payment: (await findPayment(tx, payment)) ?? payment, isNew: true };
}

/** States in which the partner may report that it has the money. For a payment that was given up, the money is owed to the customer. */
const MAY_BE_PAID: readonly PaymentRow['state'][] = ['open', 'given-up'];

async function isInTime(tx: Queryable, { clock }: BillingDeps, payment: PaymentRow): Promise<boolean> {
  if (payment.state !== 'open') return false;
  const quote = await findQuote(tx, payment, payment.quoteId);
  return quote !== null && clock.now() < payableUntil(quote, payment);
}

/** The customer may try again on the partner's page, so the payment stays open. A repeated report of the same failure changes nothing. */
async function noteFailure(
  tx: Queryable,
  { clock }: BillingDeps,
  payment: PaymentRow,
  { isNew }: { isNew: boolean },
): Promise<Recorded> {
  if (isNew && payment.state === 'open')
    await updatePayment(tx, payment, { failure: { code: 'settlement_failed' }, updatedAt: clock.now() });
  return { payment, isNew };
}

/** The partner has given back money for something that could no longer be bought. */
async function noteRefund(
  tx: Queryable,
  deps: BillingDeps,
  payment: PaymentRow,
  settlement: VerifiedSettlement,
): Promise<Recorded> {
  if (payment.state === 'refunded') return { payment, isNew: false };
  if (payment.state !== 'refunding') throw new PanelError('PURCHASE_CLOSED');
  if (!(await spendLink(tx, settlement.partnerId, `settlement/${settlement.settlementId}`, deps.clock.now())))
    throw new PanelError('INVALID_JWT');
  await bookRefund(tx, deps, payment, settlement.reference ?? `settlement/${payment.paymentId}`);
  await auditOf(tx, deps, payment, settlement, 'payment.refunded');
  return { payment, isNew: false };
}

const auditOf = (
  tx: Queryable,
  { clock }: BillingDeps,
  { customerId, bundleId, orderId, quoteId, amountMinor, currency }: PaymentRow,
  { partnerId, settlementId, reference }: VerifiedSettlement,
  action: 'payment.settled' | 'payment.refunded',
) =>
  writeAudit(tx, clock, {
    ...{ customerId, bundleId, actor: `partner:${partnerId}`, action, target: orderId },
    attrs: { settlementId, reference, quoteId, amountMinor, currency },
  });
