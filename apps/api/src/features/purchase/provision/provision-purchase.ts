import type { Queryable } from '../../../db/client.ts';
import { PREPARE_DOMAIN } from '../../domain-connection/public.ts';
import { mailPasswordLink } from '../../sign-in/public.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';
import { findCustomerRow, type PurchaseRow } from '../purchase-repository.ts';

/** How long the link in the first mail works, in hours. Spec 2 §9: links expire in 3 days. */
const VALID_HOURS = 72;

/**
 * The domain accepts mail since its name was registered. What is left is a check of its records, so that the panel can say at once whether
 * mail arrives, and a password, so that the owner can sign in again tomorrow.
 */
export async function provisionPurchase(tx: Queryable, deps: PurchaseDeps, purchase: PurchaseRow) {
  const customer = await findCustomerRow(tx, purchase.customerId);
  if (customer !== null && customer.passwordHash === null) {
    await mailPasswordLink(tx, deps, {
      purpose: 'set-password',
      customerId: customer.customerId,
      mailboxId: null,
      to: customer.email,
      boundTo: customer.email,
      email: customer.email,
      partnerId: purchase.partnerId,
      locale: customer.locale,
      validHours: VALID_HOURS,
    });
  }
  const { customerId, bundleId } = purchase;
  if (bundleId !== null) await deps.jobs.enqueue(tx, PREPARE_DOMAIN, { customerId, bundleId });
  return { state: 'provisioned' as const };
}
