import { writeAudit } from '../../../db/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';
import { type PurchaseRow, spendLink, updatePurchase } from '../purchase-repository.ts';
import type { VerifiedSettlement } from './verify-settlement.ts';
import { writeLedgerEntry } from './write-ledger-entry.ts';

type Deps = Pick<PurchaseDeps, 'clock'>;

/** The partner took money for a purchase that can't be had. Only it can give it back, and it hears of that as an event. */
export async function noteRefundDue(
  tx: Queryable,
  { clock }: Deps,
  purchase: PurchaseRow,
  code: string,
): Promise<void> {
  if (purchase.gateway !== 'partner-page') return;
  const { customerId, trackingId, claims, amountMinor, currency } = purchase;
  await writeAudit(tx, clock, {
    ...{ customerId, bundleId: null, actor: 'system', action: 'payment.refund-due', target: claims.domainName },
    attrs: { trackingId, amountMinor, currency, code },
  });
}

/** The partner says that the buyer has the money back. Needs the purchase's lock; whether it is news. */
export async function noteRefund(
  tx: Queryable,
  { clock }: Deps,
  purchase: PurchaseRow,
  { partnerId, settlementId, reference }: VerifiedSettlement,
): Promise<boolean> {
  if (purchase.state === 'refunded') return false;
  if (purchase.state !== 'refunding') throw new PanelError('PURCHASE_CLOSED');
  const now = clock.now();
  if (!(await spendLink(tx, partnerId, `settlement/${settlementId}`, now))) throw new PanelError('INVALID_JWT');
  const { purchaseId, customerId, claims, amountMinor, currency } = purchase;
  await writeLedgerEntry(tx, purchase, 'refund', { amountMinor, at: now });
  await updatePurchase(tx, purchaseId, { state: 'refunded', updatedAt: now });
  await writeAudit(tx, clock, {
    ...{
      customerId,
      bundleId: null,
      actor: `partner:${partnerId}`,
      action: 'payment.refunded',
      target: claims.domainName,
    },
    attrs: { settlementId, reference, amountMinor, currency },
  });
  return true;
}
