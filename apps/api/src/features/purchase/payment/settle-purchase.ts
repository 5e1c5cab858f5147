import type { OutputOf } from '@postern/contract/operation';
import type { settlePurchase as operation } from '@postern/contract/purchase';
import { toAmountNumber } from '@postern/domain/money';
import { writeAudit } from '../../../db/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { PanelError } from '../../../http/panel-error.ts';
import { auditRefusedJwt } from '../entry/audit-refused-jwt.ts';
import { advancePurchase } from '../provision/advance-purchase.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';
import { lockPurchaseOfTracking, type PurchaseRow, spendLink, updatePurchase } from '../purchase-repository.ts';
import { isAbandoned } from './abandoned.ts';
import { noteRefund, noteRefundDue } from './partner-refund.ts';
import { type VerifiedSettlement, verifySettlement } from './verify-settlement.ts';
import { writeLedgerEntry } from './write-ledger-entry.ts';

/** Reads a partner's signed report of how a payment on its page ended, and refuses it unless it can be trusted. */
export async function readSettlement(deps: PurchaseDeps, jwt: string): Promise<VerifiedSettlement> {
  if (jwt === '') throw new PanelError('MISSING_JWT');
  const settlement = await verifySettlement(deps, jwt);
  if (settlement.ok) return settlement;
  await auditRefusedJwt(deps, 'settlement.refused', settlement);
  throw new PanelError('INVALID_JWT');
}

/**
 * Receives how the payment of a purchase ended, from the returning buyer or from the partner's server. The same settlement may arrive any
 * number of times: it takes effect once, and always gets the same answer.
 */
export async function settlePurchase(
  deps: PurchaseDeps,
  settlement: VerifiedSettlement,
): Promise<OutputOf<typeof operation>> {
  const { status } = settlement;
  const { purchaseId, isNew } = await deps.db.asSystem((tx) => recordSettlement(tx, deps, settlement));
  if (isNew) deps.onPayment(EVENTS[status], 'partner-page');
  if (status === 'refunded') return { status: 'settled' };
  const purchase = await advancePurchase(deps, purchaseId);
  if (purchase.state === 'confirmed') return { status: 'settled' };
  if (purchase.state === 'refunding' || purchase.state === 'refunded')
    throw new PanelError(purchase.failure?.code === 'QUOTE_EXPIRED' ? 'QUOTE_EXPIRED' : 'DOMAIN_TAKEN', {
      refunded: true,
    });
  throw new PanelError('PAYMENT_FAILED', { reason: purchase.failure?.code ?? 'settlement_failed' });
}

const EVENTS = { paid: 'settled', failed: 'failed', refunded: 'refunded' } as const;

/** Under the lock: a settlement counts once, for the payment attempt that it names, and only with its amount. */
async function recordSettlement(
  tx: Queryable,
  deps: PurchaseDeps,
  settlement: VerifiedSettlement,
): Promise<{ purchaseId: string; isNew: boolean }> {
  const { partnerId, settlementId, status, reference } = settlement;
  const purchase = await lockPurchaseOfTracking(tx, partnerId, settlement.trackingId);
  if (purchase === null || purchase.gateway !== 'partner-page') throw new PanelError('NOT_FOUND');
  const { purchaseId, amountMinor, currency } = purchase;
  if (purchase.settlement?.settlementId === settlementId) return { purchaseId, isNew: false };
  const mayBePaid = purchase.state === 'intent_created' || purchase.state === 'failed';
  if (!mayBePaid && status !== 'refunded') throw new PanelError('PURCHASE_CLOSED');
  if (settlement.amountMinor !== amountMinor || settlement.currency !== currency)
    throw new PanelError('AMOUNT_CHANGED', { chargeableAmount: toAmountNumber(amountMinor ?? 0), currency });
  if (status === 'refunded') return { purchaseId, isNew: await noteRefund(tx, deps, purchase, settlement) };
  const now = deps.clock.now();
  if (!(await spendLink(tx, partnerId, `settlement/${settlementId}`, now))) throw new PanelError('INVALID_JWT');
  if (status === 'paid') await writeLedgerEntry(tx, purchase, 'settlement', { amountMinor, at: now });
  await updatePurchase(tx, purchaseId, {
    settlement: { settlementId, reference },
    ...endOf(purchase, status, now),
    updatedAt: now,
  });
  await writeAudit(tx, deps.clock, {
    customerId: purchase.customerId,
    bundleId: null,
    actor: `partner:${partnerId}`,
    action: status === 'paid' ? 'purchase.settled' : 'purchase.settlement-failed',
    target: purchase.claims.domainName,
    attrs: { settlementId, reference, amountMinor, currency },
  });
  if (status === 'paid' && isAbandoned(purchase, now)) await noteRefundDue(tx, deps, purchase, 'QUOTE_EXPIRED');
  return { purchaseId, isNew: true };
}

/** Money that comes after the end of the attempt buys nothing at the price of that day: it is owed back to the buyer. */
function endOf(purchase: PurchaseRow, status: 'paid' | 'failed', now: Date): Partial<PurchaseRow> {
  if (status === 'failed') return { state: 'failed', failure: { code: 'settlement_failed' } };
  return isAbandoned(purchase, now) ? { state: 'refunding', failure: { code: 'QUOTE_EXPIRED' } } : { state: 'charged' };
}
