import type { Intent } from '@postern/adapter-payment/port';
import type { Queryable } from '../../../db/client.ts';
import { keepEvidence } from '../../tax-evidence/public.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';
import type { PurchaseRow } from '../purchase-repository.ts';
import { chargeSavedCard } from './charge-saved-card.ts';
import { insertSavedCard, removeSavedCard } from './saved-card-repository.ts';
import { writeLedgerEntry } from './write-ledger-entry.ts';

/** What the end of a payment changes in the purchase. */
type Change = { state: 'charged' | 'failed'; intentId?: string | null; failure?: PurchaseRow['failure'] };
/** The step that records how the payment ended, or null while it is open. */
type End = ((tx: Queryable, purchase: PurchaseRow) => Promise<Change>) | null;

/** Asks the gateway how the payment ended; only its answer counts. Payments at the partner, and free plans, aren't decided here. */
export async function hearOfPayment(deps: PurchaseDeps, purchase: PurchaseRow): Promise<End> {
  if (purchase.gateway !== deps.gateway.name) return null;
  if (purchase.savedCard !== null) return purchase.savedCard.isAsked ? hearOfSavedCard(deps, purchase) : null;
  const intent = await deps.gateway.readIntent(purchase.intentId ?? '');
  if (intent.status === 'succeeded') return (tx, row) => writeCharge(tx, deps, row, intent);
  return intent.status === 'canceled' ? async () => ({ state: 'failed', failure: { code: 'canceled' } }) : null;
}

async function hearOfSavedCard(deps: PurchaseDeps, purchase: PurchaseRow): Promise<End> {
  // A trial only records which card will pay later.
  if (purchase.amountMinor === 0) return async () => ({ state: 'charged' });
  const intent = await chargeSavedCard(deps, purchase);
  if (intent === null) {
    return async (tx, row) => {
      await removeSavedCard(tx, {
        customerId: row.customerId,
        paymentMethodId: row.savedCard?.paymentMethodId ?? '',
        removedAt: deps.clock.now(),
      });
      return { state: 'failed', failure: { code: 'saved_card_unavailable' } };
    };
  }
  const { intentId, status, failure } = intent;
  if (status === 'processing') return null;
  if (status === 'succeeded') return async (tx, row) => ({ ...(await writeCharge(tx, deps, row, intent)), intentId });
  const { code = status, declineCode } = failure ?? {};
  return async () => ({
    state: 'failed',
    intentId,
    failure: declineCode === undefined ? { code } : { code, reason: declineCode },
  });
}

async function writeCharge(tx: Queryable, deps: PurchaseDeps, purchase: PurchaseRow, intent: Intent): Promise<Change> {
  const at = deps.clock.now();
  const { customerId } = purchase;
  await writeLedgerEntry(tx, purchase, 'charge', { amountMinor: intent.amountMinor, at, reference: intent.intentId });
  if (intent.amountMinor > 0)
    await keepEvidence(tx, {
      ...{ customerId, at, journalKey: `sale/${purchase.purchaseId}` },
      billing: purchase.billingAddress?.country,
      card: intent.card?.country,
      partner: purchase.claims.customerCountry,
    });
  const isKept = purchase.savedCard === null && (intent.kind === 'setup' || purchase.plan?.autoRenew === true);
  if (isKept && intent.card !== undefined)
    await insertSavedCard(tx, { customerId, gateway: deps.gateway.name, createdAt: at, ...intent.card });
  return { state: 'charged' };
}
