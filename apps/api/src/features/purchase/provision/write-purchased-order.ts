import type { LineDiscount, PaidLine } from '@postern/domain/billing';
import { journalOfSale } from '@postern/domain/books';
import { addMonthsClamped, daysBetween, plainDateOf, startOfDayMillis } from '@postern/domain/dates';
import { multiply, roundHalfAwayFromZero } from '@postern/domain/money';
import { CYCLE_MONTHS, DEFAULT_TRIAL_DAYS, priceOf } from '@postern/domain/plans';
import { writeAudit } from '../../../db/audit.ts';
import type { BundleKey } from '../../../db/bundle-key.ts';
import type { Queryable } from '../../../db/client.ts';
import { newId } from '../../../runtime/ids.ts';
import { writeJournal } from '../../books/public.ts';
import { issueInvoice, mailReceipt } from '../../invoices/public.ts';
import { findPlan, listPrices, type PlanRow } from '../../plans/public.ts';
import { firstBillingOf, insertBilling, insertOrder } from '../../subscriptions/public.ts';
import { findSavedCard } from '../payment/saved-card-repository.ts';
import { loginOf } from '../login-of.ts';
import { isTaxedForBuyer } from '../plan/buyer-for-taxes.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';
import { insertBundle, type PurchaseRow, registerDomain, upsertCustomerRow } from '../purchase-repository.ts';
import type { ShownPrice } from '../tables.ts';

const MILLIS_A_DAY = 86_400_000;

/** Writes customer, bundle and order at once. If the domain was taken meanwhile, the money is refunded. */
export async function writePurchasedOrder(tx: Queryable, deps: PurchaseDeps, purchase: PurchaseRow) {
  const { plan: wish, billingAddress, claims, customerId, partnerId } = purchase;
  const plan = wish === null ? null : await findPlan(tx, wish.planId);
  if (wish === null || plan === null || billingAddress === null)
    throw new Error('A charged purchase lacks what was bought.');
  // The buyer changed the country or tax id after the price was fixed, so the invoice would show the wrong tax: refund.
  if (isOwnSale(purchase) && (purchase.amountMinor ?? 0) > 0 && !isTaxedForBuyer(purchase))
    return { state: 'refunding' as const, failure: { code: 'AMOUNT_CHANGED' } };
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
  await writeOrder(tx, deps, purchase, { plan, wish, bundleId, orderId, now });
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
      ...(purchase.shownPrice?.discount ? { discountCode: purchase.shownPrice.discount.code } : {}),
    },
  });
  return { state: 'order_written' as const, bundleId, orderId };
}

type Bought = {
  plan: PlanRow;
  wish: NonNullable<PurchaseRow['plan']>;
  bundleId: string;
  orderId: string;
  now: Date;
};

/** The order, its terms and its entry in the books. */
async function writeOrder(
  tx: Queryable,
  deps: Pick<PurchaseDeps, 'jobs'>,
  purchase: PurchaseRow,
  { plan, wish, bundleId, orderId, now }: Bought,
): Promise<void> {
  const { customerId, purchaseId } = purchase;
  const { shownPrice } = purchase;
  const price =
    shownPrice?.planId === plan.planId
      ? shownPrice
      : priceOf({ ...plan, prices: await listPrices(tx, [plan.planId]) }, wish.currency, wish.billingCycle);
  const end = endOfFirstCycle(now, plan, wish);
  const order = {
    customerId,
    bundleId,
    orderId,
    product: 'MailSuite' as const,
    planId: plan.planId,
    billingCycle: wish.billingCycle,
    currency: wish.currency,
    priceMinor: price?.priceMinor ?? chargedEach(purchase, wish),
    accountsPurchased: wish.noOfAccounts,
    status: 'active' as const,
    flags: [],
    autoRenew: plan.isTrial ? true : wish.autoRenew,
    createdAt: now,
    expiresAt: end,
    trialUntil: plan.isTrial ? end : null,
    purchaseId,
    renewalBillingCycle: null,
    renewalPriceMinor: null,
  };
  await insertOrder(tx, order);
  const afterTrial = plan.isTrial && plan.paidPlanId === shownPrice?.planId ? withoutDiscount(shownPrice) : null;
  const first = firstBillingOf({ ...order, plan }, purchase);
  // The price of the first cycle before the discount, which comes off what is bought later in it, too.
  const firstPriceMinor = shownPrice?.planId === plan.planId ? shownPrice.firstPriceMinor : first.firstPriceMinor;
  const billing = { ...first, firstPriceMinor, discount: shownPrice?.discount ?? null, afterTrial };
  await insertBilling(tx, billing);
  await bookSale(tx, purchase, { bundleId, orderId, paid: billing.paid, at: now });
  // A partner that is paid invoices its customers itself.
  if (isOwnSale(purchase)) await invoicePurchase(tx, deps, purchase, { wish, billing, order });
}

const withoutDiscount = ({ discount: _, ...prices }: ShownPrice) => prices;

/** Whether the operator sells, rather than a partner that takes the payment itself. */
const isOwnSale = ({ gateway }: PurchaseRow): boolean => gateway !== 'partner' && gateway !== 'partner-page';

/** What was charged for one account, without tax: what it renews for if the catalogue has lost its price since. */
const chargedEach = ({ amountMinor, taxMinor }: PurchaseRow, { noOfAccounts }: Bought['wish']): number =>
  roundHalfAwayFromZero((amountMinor ?? 0) - (taxMinor ?? 0), noOfAccounts);

type Written = { wish: Bought['wish']; billing: ReturnType<typeof firstBillingOf>; order: OrderOfPurchase };
type OrderOfPurchase = BundleKey & { orderId: string; planId: number; createdAt: Date; expiresAt: Date | null };

async function invoicePurchase(
  tx: Queryable,
  deps: Pick<PurchaseDeps, 'jobs'>,
  purchase: PurchaseRow,
  { wish, billing, order }: Written,
): Promise<void> {
  const { customerId, purchaseId, amountMinor, currency, taxLines } = purchase;
  const { bundleId, orderId, planId, createdAt: at, expiresAt: paidUntil } = order;
  const sale = {
    customerId,
    bundleId,
    orderId,
    at,
    journalKey: `sale/${purchaseId}`,
    currency: currency ?? wish.currency,
  };
  if (amountMinor !== null && amountMinor > 0) await mailReceipt(tx, deps, { ...sale, amountMinor, paidUntil });
  await issueInvoice(tx, {
    ...{ ...sale, planId, formerPlanId: planId, addOnTypes: {} },
    lines: billing.paid.map((line) => {
      const ofDays = daysBetween(line.from, line.to);
      const { noOfAccounts: quantity } = wish;
      const unitMinor = chargedEach(purchase, wish);
      const discount = discountOf(billing, { unitMinor, quantity });
      return { ...line, ...discount, kind: 'charge', quantity, unitMinor, days: ofDays, ofDays };
    }),
    sum: { taxes: taxesOf(taxLines), toPayMinor: amountMinor ?? 0, creditUsedMinor: 0 },
    billingCycle: wish.billingCycle,
    card: await cardOf(tx, purchase),
    nextOn: wish.autoRenew ? billing.periodTo : null,
  });
}

/** What the discount took off, from what was charged: the code may have ended between the payment and now. */
function discountOf(
  { discount, firstPriceMinor }: Written['billing'],
  { unitMinor, quantity }: { unitMinor: number; quantity: number },
): { discount?: LineDiscount } {
  if (discount === null || unitMinor >= firstPriceMinor) return {};
  const amountMinor = multiply(firstPriceMinor - unitMinor, quantity);
  return { discount: { code: discount.code, until: discount.expiresOn, unitMinor: firstPriceMinor, amountMinor } };
}

/** The saved card that paid. What is known of another is at the gateway only. */
async function cardOf(tx: Queryable, { customerId, savedCard, gateway }: PurchaseRow) {
  if (savedCard === null || (gateway !== 'stripe' && gateway !== 'sandbox')) return null;
  const found = await findSavedCard(tx, { customerId, gateway, paymentMethodId: savedCard.paymentMethodId });
  return found === null ? null : { brand: found.brand, lastFourDigits: found.lastFourDigits };
}

const taxesOf = (taxLines: PurchaseRow['taxLines']) =>
  (taxLines ?? []).map(({ name, rateBasisPoints, taxMinor }) => ({ name, rateBasisPoints, amountMinor: taxMinor }));

/** The money that came in before the order was written is now revenue and tax. */
async function bookSale(
  tx: Queryable,
  { purchaseId, customerId, currency, amountMinor, taxMinor, taxLines }: PurchaseRow,
  sale: { bundleId: string; orderId: string; paid: readonly PaidLine[]; at: Date },
): Promise<void> {
  const { bundleId, orderId, paid, at } = sale;
  const journal = {
    journalKey: `sale/${purchaseId}`,
    kind: 'sale' as const,
    at,
    customerId,
    bundleId,
    orderId,
    purchaseId,
  };
  const sum = { taxes: taxesOf(taxLines), toPayMinor: amountMinor ?? 0, creditUsedMinor: 0, creditLeftMinor: 0 };
  const lines = paid.map((line) => ({ ...line, kind: 'charge' as const }));
  if (lines.length === 0 && (taxMinor ?? 0) === 0) return;
  await writeJournal(
    tx,
    { ...journal, currency: currency ?? 'USD' },
    journalOfSale({ lines, sum, creditMinor: 0, paidInto: 'advance' }),
  );
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
