import { addMonthsClamped, plainDateOf, startOfDayMillis } from '@postern/domain/dates';
import { CYCLE_MONTHS, DEFAULT_TRIAL_DAYS, priceOf } from '@postern/domain/plans';
import { writeAudit } from '../../../db/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { newId } from '../../../runtime/ids.ts';
import { findPlan, listPrices } from '../../plans/public.ts';
import { insertOrder } from '../../subscriptions/public.ts';
import { loginOf } from '../login-of.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';
import { insertBundle, type PurchaseRow, registerDomain, upsertCustomerRow } from '../purchase-repository.ts';

const MILLIS_A_DAY = 86_400_000;

/** Writes customer, bundle and order at once. If the domain was taken meanwhile, the money is refunded. */
export async function writePurchasedOrder(tx: Queryable, deps: PurchaseDeps, purchase: PurchaseRow) {
  const { plan: wish, billingAddress, claims, customerId, partnerId, purchaseId } = purchase;
  const plan = wish === null ? null : await findPlan(tx, wish.planId);
  if (wish === null || plan === null || billingAddress === null)
    throw new Error('A charged purchase lacks what was bought.');
  const now = deps.clock.now();
  const bundleId = newId(now);
  const orderId = newId(now);
  if (!(await registerDomain(tx, { name: claims.domainName, customerId, bundleId }))) {
    return { state: 'refunding' as const, failure: { code: 'DOMAIN_TAKEN' } };
  }
  await upsertCustomerRow(tx, {
    customerId,
    partnerId,
    ...loginOf(purchase),
    name: billingAddress.name,
    companyName: billingAddress.companyName ?? null,
    passwordHash: null,
    billingAddress,
    taxDetails: purchase.taxDetails,
    locale: claims.locale ?? 'en',
    createdAt: now,
  });
  await insertBundle(tx, {
    customerId,
    bundleId,
    partnerId,
    domainName: claims.domainName,
    locale: claims.locale ?? 'en',
    flags: [],
    mailboxCount: 0,
    catchAllMailboxId: null,
    createdAt: now,
  });
  const price = priceOf({ ...plan, prices: await listPrices(tx, [plan.planId]) }, wish.currency, wish.billingCycle);
  const end = endOfFirstCycle(now, plan, wish);
  await insertOrder(tx, {
    customerId,
    bundleId,
    orderId,
    product: 'MailSuite',
    planId: plan.planId,
    billingCycle: wish.billingCycle,
    currency: wish.currency,
    priceMinor: price?.priceMinor ?? 0,
    accountsPurchased: wish.noOfAccounts,
    status: 'active',
    flags: [],
    autoRenew: plan.isTrial ? true : wish.autoRenew,
    createdAt: now,
    expiresAt: end,
    trialUntil: plan.isTrial ? end : null,
    purchaseId,
  });
  await writeAudit(tx, deps.clock, {
    customerId,
    bundleId,
    actor: claims.customerEmailAddress,
    action: 'order.purchased',
    target: claims.domainName,
    attrs: {
      planId: plan.planId,
      accounts: wish.noOfAccounts,
      amountMinor: purchase.amountMinor,
      currency: wish.currency,
    },
  });
  return { state: 'order_written' as const, bundleId, orderId };
}

/** The free plan has no end; a trial lasts for its days; a paid cycle ends on the same day of a later month. */
function endOfFirstCycle(
  now: Date,
  plan: { isFree: boolean; isTrial: boolean; defaultTrialDays: number | null },
  wish: NonNullable<PurchaseRow['plan']>,
): Date | null {
  if (plan.isFree) return null;
  if (plan.isTrial) return new Date(now.getTime() + (plan.defaultTrialDays ?? DEFAULT_TRIAL_DAYS) * MILLIS_A_DAY);
  const today = plainDateOf(now.getTime());
  const end = addMonthsClamped(today, CYCLE_MONTHS[wish.billingCycle]);
  return new Date(startOfDayMillis(end) + (now.getTime() - startOfDayMillis(today)));
}
